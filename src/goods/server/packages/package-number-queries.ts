// The SQL by which others name packages.
import { sql } from "kysely";
import type { Db } from "#platform/server/db/open.ts";

/** The tracking numbers of those of these packages that exist, by package. */
export async function listTrackingNumbers(
  db: Db,
  packageIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (packageIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("packages")
    .select(["id", "trackingNumber"])
    .where("id", "=", sql<string>`any(${packageIds}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, trackingNumber }) => [id, trackingNumber]));
}

/** The tracking number of a user's package; undefined when they have no package of that id. */
export async function findTrackingNumber(
  db: Db,
  packageId: string,
  userId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("packages")
    .select("trackingNumber")
    .where("id", "=", packageId)
    .where("userId", "=", userId)
    .executeTakeFirst();
  return row?.trackingNumber;
}

/** A user's packages, the newest first, at most `limit`. */
export async function listNewestPackages(
  db: Db,
  userId: string,
  limit: number,
): Promise<{ id: string; trackingNumber: string }[]> {
  return await db
    .selectFrom("packages")
    .select(["id", "trackingNumber"])
    .where("userId", "=", userId)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}
