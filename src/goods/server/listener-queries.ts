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

/**
 * Ids of the newest packages of a customer that have the number, or one of whose legs has it. Numbers are compared as
 * `normaliseTrackingNumber` returns them: upper case, without blanks and dashes.
 */
export async function listTrackedIds(
  db: Db,
  userId: string,
  normalisedNumber: string,
  limit: number,
): Promise<string[]> {
  const matches = (column: string) =>
    sql<boolean>`upper(regexp_replace(${sql.ref(column)}, '[\\s-]', '', 'g')) = ${normalisedNumber}`;
  const rows = await db
    .selectFrom("packages")
    .select("packages.id")
    .where("packages.userId", "=", userId)
    .where(({ or, exists, selectFrom }) =>
      or([
        matches("packages.trackingNumber"),
        exists(
          selectFrom("shippingLegs")
            .select("shippingLegs.id")
            .whereRef("shippingLegs.packageId", "=", "packages.id")
            .where(matches("shippingLegs.trackingNumber")),
        ),
      ]),
    )
    .orderBy("packages.createdAt", "desc")
    .orderBy("packages.id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
