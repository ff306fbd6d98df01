import type { Insertable, Updateable } from "kysely";
import type { Db } from "#server/db/open.ts";
import type { PackagesTables } from "#server/db/tables/packages.ts";

/** The package a leg belongs to. */
export async function findPackageIdOfLeg(db: Db, legId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("shippingLegs")
    .select("packageId")
    .where("id", "=", legId)
    .executeTakeFirst();
  return row?.packageId;
}

export async function insertLegs(
  db: Db,
  legs: readonly Insertable<PackagesTables["shippingLegs"]>[],
): Promise<void> {
  await db.insertInto("shippingLegs").values(legs).execute();
}

export async function updateAllLegs(
  db: Db,
  packageId: string,
  change: Updateable<PackagesTables["shippingLegs"]>,
): Promise<void> {
  await db.updateTable("shippingLegs").set(change).where("packageId", "=", packageId).execute();
}

export async function updateLegRow(
  db: Db,
  legId: string,
  change: Updateable<PackagesTables["shippingLegs"]>,
): Promise<void> {
  await db.updateTable("shippingLegs").set(change).where("id", "=", legId).execute();
}
