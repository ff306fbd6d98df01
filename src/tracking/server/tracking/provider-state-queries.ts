// The SQL about whether the tracking provider answers.
import type { Db } from "#platform/server/db/open.ts";

/** Since when requests to the provider fail; null while they succeed. */
export async function findFailingSince(db: Db): Promise<Date | null> {
  const { trackingFailingSince } = await db
    .selectFrom("settings")
    .select("trackingFailingSince")
    .executeTakeFirstOrThrow();
  return trackingFailingSince;
}

/** Stores since when they fail, unless that is stored already, or with null that they succeed. Returns whether it changed. */
export async function updateFailingSince(db: Db, since: Date | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("settings")
    .set({ trackingFailingSince: since })
    .where("trackingFailingSince", since === null ? "is not" : "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
