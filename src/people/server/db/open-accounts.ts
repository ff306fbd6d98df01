// The SQL that several features ask about an account.
import type { Db } from "#platform/server/db/open.ts";

/** Whether there is an account with this id that is not closed. */
export async function isAccountOpen(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("profiles")
    .select("id")
    .where("id", "=", userId)
    .where("closedAt", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}
