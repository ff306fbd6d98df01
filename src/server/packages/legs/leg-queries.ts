import type { TrackingQuestion } from "#core/tracking-rules.ts";
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

/** Inserts legs and returns their ids. */
export async function insertLegs(
  db: Db,
  legs: readonly Insertable<PackagesTables["shippingLegs"]>[],
): Promise<string[]> {
  const rows = await db.insertInto("shippingLegs").values(legs).returning("id").execute();
  return rows.map(({ id }) => id);
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

/** What deriving the legs of a package needs, in order. */
export async function listFollowedLegs(db: Db, packageId: string) {
  return await db
    .selectFrom("shippingLegs")
    .select(["id", "legNumber", "origin", "destination", "status", "statusSource", "statusSince"])
    .select(["departedAt", "arrivedAt", "staffStatus", "staffStatusAt"])
    .select(["question", "questionAt", "questionsAnsweredAt"])
    .where("packageId", "=", packageId)
    .orderBy("legNumber")
    .execute();
}

/** What staff are asked about a leg. */
export async function findLegQuestion(db: Db, legId: string): Promise<TrackingQuestion | null> {
  const row = await db
    .selectFrom("shippingLegs")
    .select("question")
    .where("id", "=", legId)
    .executeTakeFirst();
  return row?.question ?? null;
}
