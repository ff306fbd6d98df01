// The SQL about packages: the packages themselves, their legs, images and events.
import type { Insertable, Updateable } from "kysely";
import type { Shipment, ShipmentEvent } from "#contract/packages.ts";
import type { Db } from "#server/db/open.ts";
import type { PackageImageRow, PackagesTables } from "#server/db/tables/packages.ts";
import { shipmentOf, type ShipmentRow } from "./rows.ts";

function shipments(db: Db) {
  return db
    .selectFrom("packages")
    .innerJoin("profiles", "profiles.id", "packages.user_id")
    .selectAll("packages")
    .select("profiles.email");
}

async function withLegs(db: Db, rows: readonly ShipmentRow[]): Promise<Shipment[]> {
  if (rows.length === 0) return [];
  const packageIds = rows.map((row) => row.id);
  const legs = await db
    .selectFrom("shipping_legs")
    .selectAll()
    .where("package_id", "in", packageIds)
    .orderBy("leg_number")
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
  const { subscription, max_weight_grams: maxWeightGrams } = await db
    .selectFrom("profiles")
    .select(["subscription", "max_weight_grams"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return subscription === null ? null : maxWeightGrams;
}

/** The package a leg belongs to. */
export async function selectPackageIdOfLeg(db: Db, legId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("shipping_legs")
    .select("package_id")
    .where("id", "=", legId)
    .executeTakeFirst();
  return row?.package_id;
}

/** The package that a person's request made, and what that request asked for. */
export async function selectPackageOfRequest(
  db: Db,
  userId: string,
  requestKey: string,
): Promise<{ readonly id: string; readonly requestHash: Buffer } | undefined> {
  return await db
    .selectFrom("packages")
    .select(["id", "request_hash as requestHash"])
    .where("user_id", "=", userId)
    .where("request_key", "=", requestKey)
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
    .onConflict((conflict) => conflict.columns(["user_id", "request_key"]).doNothing())
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
  legs: readonly Insertable<PackagesTables["shipping_legs"]>[],
): Promise<void> {
  await db.insertInto("shipping_legs").values(legs).execute();
}

export async function updateLegRow(
  db: Db,
  legId: string,
  change: Updateable<PackagesTables["shipping_legs"]>,
): Promise<void> {
  await db.updateTable("shipping_legs").set(change).where("id", "=", legId).execute();
}

export async function insertEvent(
  db: Db,
  event: Insertable<PackagesTables["package_events"]>,
): Promise<void> {
  await db.insertInto("package_events").values(event).execute();
}

/** What happened to a package and who did it, oldest first; who did it is for staff alone. */
export async function selectEvents(db: Db, packageId: string): Promise<ShipmentEvent[]> {
  const rows = await db
    .selectFrom("package_events as events")
    .leftJoin("profiles", "profiles.id", "events.actor_id")
    .select(["events.id", "events.kind", "events.leg_number", "events.before", "events.after"])
    .select(["events.by_staff", "events.created_at", "profiles.email"])
    .where("events.package_id", "=", packageId)
    .where("events.kind", "<>", "package_deleted")
    .$narrowType<{ kind: ShipmentEvent["kind"] }>()
    .orderBy("events.id")
    .execute();
  return rows.map((row) => ({
    id: String(row.id),
    kind: row.kind,
    legNumber: row.leg_number,
    before: row.before,
    after: row.after,
    byStaff: row.by_staff,
    actorEmail: row.email,
    createdAt: row.created_at.toISOString(),
  }));
}

export async function insertImage(
  db: Db,
  image: Insertable<PackagesTables["package_images"]>,
): Promise<PackageImageRow> {
  return await db
    .insertInto("package_images")
    .values(image)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The images of a package, oldest first. */
export async function selectImages(db: Db, packageId: string): Promise<PackageImageRow[]> {
  return await db
    .selectFrom("package_images")
    .selectAll()
    .where("package_id", "=", packageId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

export async function deleteImageRow(db: Db, imageId: string): Promise<void> {
  await db.deleteFrom("package_images").where("id", "=", imageId).execute();
}

/** Those of the given keys of the file store that an image's row names. */
export async function selectNamedKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom("package_images")
    .select(["image_url", "thumbnail_url"])
    .where((where) =>
      where.or([where("image_url", "in", keys), where("thumbnail_url", "in", keys)]),
    )
    .execute();
  return new Set(rows.flatMap((row) => [row.image_url, row.thumbnail_url]));
}

/** An image, and whose package it shows. */
export async function selectImage(
  db: Db,
  imageId: string,
): Promise<(PackageImageRow & { readonly user_id: string }) | undefined> {
  return await db
    .selectFrom("package_images")
    .innerJoin("packages", "packages.id", "package_images.package_id")
    .selectAll("package_images")
    .select("packages.user_id")
    .where("package_images.id", "=", imageId)
    .executeTakeFirst();
}
