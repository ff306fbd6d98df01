// The SQL about packages: the packages themselves, their legs, images and events.
import type { Insertable, Updateable } from "kysely";
import type { Shipment, ShipmentEvent } from "#contract/packages.ts";
import type { Db } from "#server/db/open.ts";
import type { PackageImageRow, PackagesTables } from "#server/db/tables/packages.ts";
import { shipmentOf, type ShipmentRow } from "./rows.ts";

function shipments(db: Db) {
  return db
    .selectFrom("packages")
    .innerJoin("profiles", "profiles.id", "packages.userId")
    .selectAll("packages")
    .select("profiles.email");
}

async function withLegs(db: Db, rows: readonly ShipmentRow[]): Promise<Shipment[]> {
  if (rows.length === 0) return [];
  const packageIds = rows.map((row) => row.id);
  const legs = await db
    .selectFrom("shippingLegs")
    .selectAll()
    .where("packageId", "in", packageIds)
    .orderBy("legNumber")
    .execute();
  return rows.map((row) => shipmentOf(row, legs));
}

export async function selectShipment(db: Db, packageId: string): Promise<Shipment | undefined> {
  const rows = await shipments(db).where("packages.id", "=", packageId).execute();
  return (await withLegs(db, rows))[0];
}

/** The same, with the package's row locked until the transaction ends: whoever changes a package does this first. */
export async function lockShipment(db: Db, packageId: string): Promise<Shipment | undefined> {
  const rows = await shipments(db)
    .where("packages.id", "=", packageId)
    .forUpdate("packages")
    .execute();
  return (await withLegs(db, rows))[0];
}

/** The most that the person's plan carries per package, in grams; null without a plan. */
export async function selectPlanMaxWeight(db: Db, userId: string): Promise<number | null> {
  const { subscription, maxWeightGrams } = await db
    .selectFrom("profiles")
    .select(["subscription", "maxWeightGrams"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return subscription === null ? null : maxWeightGrams;
}

/** The package a leg belongs to. */
export async function selectPackageIdOfLeg(db: Db, legId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("shippingLegs")
    .select("packageId")
    .where("id", "=", legId)
    .executeTakeFirst();
  return row?.packageId;
}

/** The package that a person's request made, and what that request asked for. */
export async function selectPackageOfRequest(
  db: Db,
  userId: string,
  idempotencyKey: string,
): Promise<{ readonly id: string; readonly requestHash: Buffer } | undefined> {
  return await db
    .selectFrom("packages")
    .select(["id", "requestHash"])
    .where("userId", "=", userId)
    .where("idempotencyKey", "=", idempotencyKey)
    .executeTakeFirst();
}

/** Adds a package and gives its id; nothing when the same request has made one already. */
export async function insertPackage(
  db: Db,
  row: Insertable<PackagesTables["packages"]>,
): Promise<string | undefined> {
  const inserted = await db
    .insertInto("packages")
    .values(row)
    .onConflict((conflict) => conflict.columns(["userId", "idempotencyKey"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted?.id;
}

export async function updatePackage(
  db: Db,
  packageId: string,
  change: Updateable<PackagesTables["packages"]>,
): Promise<void> {
  await db.updateTable("packages").set(change).where("id", "=", packageId).execute();
}

/** Removes the rows of a package, its legs and its images; its events stay. */
export async function deletePackageRows(db: Db, packageId: string): Promise<void> {
  await db.deleteFrom("packages").where("id", "=", packageId).execute();
}

export async function insertLegs(
  db: Db,
  legs: readonly Insertable<PackagesTables["shippingLegs"]>[],
): Promise<void> {
  await db.insertInto("shippingLegs").values(legs).execute();
}

export async function updateLegRow(
  db: Db,
  legId: string,
  change: Updateable<PackagesTables["shippingLegs"]>,
): Promise<void> {
  await db.updateTable("shippingLegs").set(change).where("id", "=", legId).execute();
}

export async function insertEvent(
  db: Db,
  event: Insertable<PackagesTables["packageEvents"]>,
): Promise<void> {
  await db.insertInto("packageEvents").values(event).execute();
}

/** What happened to a package and who did it, oldest first; who did it is for staff alone. */
export async function selectEvents(db: Db, packageId: string): Promise<ShipmentEvent[]> {
  const rows = await db
    .selectFrom("packageEvents as events")
    .leftJoin("profiles", "profiles.id", "events.actorId")
    .select(["events.id", "events.kind", "events.legNumber", "events.before", "events.after"])
    .select(["events.byStaff", "events.createdAt", "profiles.email"])
    .where("events.packageId", "=", packageId)
    .where("events.kind", "<>", "package_deleted")
    .$narrowType<{ kind: ShipmentEvent["kind"] }>()
    .orderBy("events.id")
    .execute();
  return rows.map((row) => ({
    id: String(row.id),
    kind: row.kind,
    legNumber: row.legNumber,
    before: row.before,
    after: row.after,
    byStaff: row.byStaff,
    actorEmail: row.email,
    createdAt: row.createdAt.toISOString(),
  }));
}

export async function insertImage(
  db: Db,
  image: Insertable<PackagesTables["packageImages"]>,
): Promise<PackageImageRow> {
  return await db
    .insertInto("packageImages")
    .values(image)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The images of a package, oldest first. */
export async function selectImages(db: Db, packageId: string): Promise<PackageImageRow[]> {
  return await db
    .selectFrom("packageImages")
    .selectAll()
    .where("packageId", "=", packageId)
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
}

export async function deleteImageRow(db: Db, imageId: string): Promise<void> {
  await db.deleteFrom("packageImages").where("id", "=", imageId).execute();
}

/** Those of the given keys of the file store that an image's row names. */
export async function selectNamedKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom("packageImages")
    .select(["imageUrl", "thumbnailUrl"])
    .where((where) => where.or([where("imageUrl", "in", keys), where("thumbnailUrl", "in", keys)]))
    .execute();
  return new Set(rows.flatMap((row) => [row.imageUrl, row.thumbnailUrl]));
}

/** An image, and whose package it shows. */
export async function selectImage(
  db: Db,
  imageId: string,
): Promise<(PackageImageRow & { readonly userId: string }) | undefined> {
  return await db
    .selectFrom("packageImages")
    .innerJoin("packages", "packages.id", "packageImages.packageId")
    .selectAll("packageImages")
    .select("packages.userId")
    .where("packageImages.id", "=", imageId)
    .executeTakeFirst();
}
