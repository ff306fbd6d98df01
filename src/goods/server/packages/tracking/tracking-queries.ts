import { sql } from "kysely";
import type { Db } from "#platform/server/db/open.ts";

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
