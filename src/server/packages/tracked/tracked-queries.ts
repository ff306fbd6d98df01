// The SQL that finds a person's packages by any of their tracking numbers.
import { sql } from "kysely";
import type { Db } from "#server/db/open.ts";

/**
 * Ids of the newest packages of a person that bear the number, or one of whose legs does. Numbers are
 * compared as `normaliseTrackingNumber` writes them: upper case, without blanks and dashes.
 */
export async function selectTrackedIds(
  db: Db,
  userId: string,
  normalisedNumber: string,
  limit: number,
): Promise<string[]> {
  const isThis = (column: string) =>
    sql<boolean>`upper(regexp_replace(${sql.ref(column)}, '[\\s-]', '', 'g')) = ${normalisedNumber}`;
  const rows = await db
    .selectFrom("packages")
    .select("packages.id")
    .where("packages.userId", "=", userId)
    .where(({ or, exists, selectFrom }) =>
      or([
        isThis("packages.trackingNumber"),
        exists(
          selectFrom("shippingLegs")
            .select("shippingLegs.id")
            .whereRef("shippingLegs.packageId", "=", "packages.id")
            .where(isThis("shippingLegs.trackingNumber")),
        ),
      ]),
    )
    .orderBy("packages.createdAt", "desc")
    .orderBy("packages.id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
