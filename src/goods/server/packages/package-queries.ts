// The SQL about packages, which are read together with their legs.
import { sql } from "kysely";
import type { Shipment, ShippingLeg } from "#goods/contract/packages.ts";
import type { PackageStage } from "#goods/rules/package-stage.ts";
import type { PackageStatus } from "#tracking/rules/package-status.ts";
import { eraseFacts } from "#people/server/db/events.ts";
import { packageNameColumn } from "#goods/server/db/package-name.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { InsertOf, RowOf, UpdateOf } from "#platform/server/db/tables.ts";
import { emptyRecipient, recipientFieldNames, type Recipient } from "#catalogue/rules/recipient.ts";

/** A package with everything that is stored about it; `describePackage` withholds what its reader may not see. */
export type StoredPackage = Shipment & { readonly userEmail: string };

type NamedRow = RowOf<"packages"> & {
  readonly email: string;
  readonly customer: Shipment["customer"];
};

/** What every role sees of the customer in `profiles`, as JSON. */
export const customerFacts = sql<Shipment["customer"]>`json_build_object(
  'initial', upper(left(btrim(profiles.full_name), 1)), 'plan', profiles.subscription
)`;

function toLeg(row: RowOf<"shippingLegs">): ShippingLeg {
  return {
    id: row.id,
    packageId: row.packageId,
    legNumber: row.legNumber,
    origin: row.origin,
    destination: row.destination,
    carrier: row.carrier,
    trackingNumber: row.trackingNumber,
    estimatedDeparture: row.estimatedDeparture?.toISOString() ?? null,
    estimatedArrival: row.estimatedArrival?.toISOString() ?? null,
    notes: row.notes,
    status: row.status,
    statusSource: row.statusSource,
    statusSince: row.statusSince?.toISOString() ?? null,
    departedAt: row.departedAt?.toISOString() ?? null,
    arrivedAt: row.arrivedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

function toStoredPackage(row: NamedRow, legs: readonly RowOf<"shippingLegs">[]): StoredPackage {
  return {
    id: row.id,
    number: row.number,
    userId: row.userId,
    userEmail: row.email,
    customer: row.customer,
    trackingNumber: row.trackingNumber,
    origin: row.origin,
    destination: row.destination,
    description: row.description,
    estimatedWeightGrams: row.estimatedWeightGrams,
    finalWeightGrams: row.finalWeightGrams,
    imagesCount: row.imagesCount,
    status: row.status,
    stage: row.stage,
    shipRequestState: row.shipRequestState,
    parcelsCount: row.parcelsCount,
    parcelsHereCount: row.parcelsHereCount,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
    legs: legs.map(toLeg),
  };
}

function packageRows(db: Db) {
  return db
    .selectFrom("packages")
    .innerJoin("profiles", "profiles.id", "packages.userId")
    .selectAll("packages")
    .select(["profiles.email", customerFacts.as("customer")]);
}

async function withLegs(db: Db, rows: readonly NamedRow[]): Promise<StoredPackage[]> {
  if (rows.length === 0) return [];
  const packageIds = rows.map((row) => row.id);
  const legs = await db
    .selectFrom("shippingLegs")
    .selectAll()
    .where("packageId", "=", sql<string>`any(${packageIds}::uuid[])`)
    .orderBy("legNumber")
    .execute();
  const legsByPackage = Map.groupBy(legs, (leg) => leg.packageId);
  return rows.map((row) => toStoredPackage(row, legsByPackage.get(row.id) ?? []));
}

export async function findStoredPackage(
  db: Db,
  packageId: string,
): Promise<StoredPackage | undefined> {
  const rows = await packageRows(db).where("packages.id", "=", packageId).execute();
  return (await withLegs(db, rows))[0];
}

/** Several packages; those that do not exist are left out. */
export async function listStoredPackages(
  db: Db,
  packageIds: readonly string[],
): Promise<StoredPackage[]> {
  if (packageIds.length === 0) return [];
  return await withLegs(db, await packageRows(db).where("packages.id", "in", packageIds).execute());
}

/** One package, with its row locked until the transaction ends; every change of a package starts with it. */
export async function lockStoredPackage(
  db: Db,
  packageId: string,
): Promise<StoredPackage | undefined> {
  const rows = await packageRows(db)
    .where("packages.id", "=", packageId)
    .forUpdate("packages")
    .execute();
  return (await withLegs(db, rows))[0];
}

/** The same for several packages, in the order in which everything locks them; those that do not exist are left out. */
export async function lockStoredPackages(
  db: Db,
  packageIds: readonly string[],
): Promise<(StoredPackage & { readonly isQuotaReturned: boolean })[]> {
  const rows = await packageRows(db)
    .where("packages.id", "=", sql<string>`any(${packageIds}::uuid[])`)
    .orderBy("packages.id")
    .forUpdate("packages")
    .execute();
  const returned = new Set(rows.filter((row) => row.quotaReturnedAt !== null).map(({ id }) => id));
  return (await withLegs(db, rows)).map((pkg) => ({
    ...pkg,
    isQuotaReturned: returned.has(pkg.id),
  }));
}

type PackagePlaceRow = Pick<
  RowOf<"packages">,
  "id" | "number" | "userId" | "trackingNumber" | "destination"
> & {
  /** As its customer calls it. */
  readonly name: string;
};

/** By what people know packages, whose they are, and where they go. */
export async function listPackagePlaces(
  db: Db,
  packageIds: readonly string[],
): Promise<PackagePlaceRow[]> {
  if (packageIds.length === 0) return [];
  return await db
    .selectFrom("packages")
    .select(["id", "number", "userId", "trackingNumber", "destination"])
    .select(packageNameColumn(sql`packages`).as("name"))
    .where("id", "=", sql<string>`any(${packageIds}::uuid[])`)
    .execute();
}

/** Whether the package is this user's. */
export async function isPackageOf(db: Db, packageId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("packages")
    .select("id")
    .where("id", "=", packageId)
    .where("userId", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The most that the customer's plan carries per package, in grams; null without a plan. */
export async function getPlanMaxWeightGrams(db: Db, userId: string): Promise<number | null> {
  const { subscription, maxWeightGrams } = await db
    .selectFrom("profiles")
    .select(["subscription", "maxWeightGrams"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return subscription === null ? null : maxWeightGrams;
}

/**
 * Locks the profile of the package's customer until the transaction ends where a package of the quota was returned for
 * it, so that profile and package are locked in the same order by staff as by the customer.
 */
export async function lockProfileOfReturnedQuota(db: Db, packageId: string): Promise<void> {
  await lockProfilesOfReturnedQuota(db, [packageId]);
}

/** The same for the customers of several packages. */
export async function lockProfilesOfReturnedQuota(
  db: Db,
  packageIds: readonly string[],
): Promise<void> {
  await db
    .selectFrom("profiles")
    .innerJoin("packages", "packages.userId", "profiles.id")
    .select("profiles.id")
    .where("packages.id", "=", sql<string>`any(${packageIds}::uuid[])`)
    .where("packages.quotaReturnedAt", "is not", null)
    .orderBy("profiles.id")
    .forUpdate("profiles")
    .execute();
}

/** Which month's quota the package used, if any, and whether it was returned. */
export async function getQuotaUse(
  db: Db,
  packageId: string,
): Promise<{ readonly planPeriodId: string | null; readonly isQuotaReturned: boolean }> {
  const { planPeriodId, quotaReturnedAt } = await db
    .selectFrom("packages")
    .select(["planPeriodId", "quotaReturnedAt"])
    .where("id", "=", packageId)
    .executeTakeFirstOrThrow();
  return { planPeriodId, isQuotaReturned: quotaReturnedAt !== null };
}

/** Inserts a package and returns its id. */
export async function insertPackage(db: Db, row: InsertOf<"packages">): Promise<string> {
  const { id } = await db
    .insertInto("packages")
    .values(row)
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function updatePackageRow(
  db: Db,
  packageId: string,
  change: UpdateOf<"packages">,
): Promise<void> {
  await db.updateTable("packages").set(change).where("id", "=", packageId).execute();
}

/** Packages that were just handed over are on their way from their first later event or change on. */
export async function updateHandedOverToLeft(db: Db, packageIds: readonly string[]): Promise<void> {
  await db
    .updateTable("packages")
    .set({ shipRequestState: null })
    .where("id", "=", sql<string>`any(${packageIds}::uuid[])`)
    .where("shipRequestState", "=", "handed_over")
    .execute();
}

/** Stores what follows from moved legs for packages, all in one statement. */
export async function updateMovedPackages(
  db: Db,
  moved: readonly {
    readonly id: string;
    readonly status: PackageStatus;
    readonly stage: PackageStage;
    readonly parcelsCount: number;
    readonly parcelsHereCount: number;
    readonly deliveredAt: string | null;
    readonly updatedAt: string;
  }[],
): Promise<void> {
  if (moved.length === 0) return;
  const rows = moved.map((one) => ({
    id: one.id,
    status: one.status,
    stage: one.stage,
    parcels_count: one.parcelsCount,
    parcels_here_count: one.parcelsHereCount,
    delivered_at: one.deliveredAt,
    updated_at: one.updatedAt,
  }));
  await sql`
    update packages set status = moved.status, stage = moved.stage, parcels_count = moved.parcels_count,
      parcels_here_count = moved.parcels_here_count, delivered_at = moved.delivered_at,
      updated_at = moved.updated_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as moved (
      id uuid, status text, stage text, parcels_count integer, parcels_here_count integer,
      delivered_at timestamptz, updated_at timestamptz)
    where packages.id = moved.id
  `.execute(db);
}

/** Deletes the rows of a package and its legs; its events stay. */
export async function deletePackageRows(db: Db, packageId: string): Promise<void> {
  await db.deleteFrom("packages").where("id", "=", packageId).execute();
}

/** The recipient of a package; its fields are empty when nobody is known. */
export async function findRecipient(db: Db, packageId: string): Promise<Recipient> {
  const row = await db
    .selectFrom("packageRecipients")
    .select(recipientFieldNames)
    .where("packageId", "=", packageId)
    .executeTakeFirst();
  return row ?? emptyRecipient;
}

/** The different recipients of a customer's newest packages, of so many, with their destinations, the newest first. */
export async function listRecipients(
  db: Db,
  userId: string,
  limit: number,
): Promise<(Recipient & { readonly destination: string })[]> {
  const { rows } = await sql<Recipient & { destination: string }>`
    select r.name, r.latin_name, r.phone, r.address, r.address_line2, r.city, r.state, r.postal_code, r.importer_reference,
      p.destination
    from (
      select id, destination, created_at from packages where user_id = ${userId}
      order by created_at desc, id desc limit ${limit}
    ) p join package_recipients r on r.package_id = p.id
    where r.address <> ''
    group by r.name, r.latin_name, r.phone, r.address, r.address_line2, r.city, r.state, r.postal_code, r.importer_reference,
      p.destination
    order by max(p.created_at) desc
  `.execute(db);
  return rows;
}

export async function upsertRecipient(
  db: Db,
  packageId: string,
  recipient: Recipient,
): Promise<void> {
  await db
    .insertInto("packageRecipients")
    .values({ packageId, ...recipient })
    .onConflict((conflict) => conflict.column("packageId").doUpdateSet(recipient))
    .execute();
}

/** The kinds of events that have names of images, notes, descriptions and reasons as people typed them. */
const kindsWithTexts = [
  "image_added",
  "image_deleted",
  "leg_changed",
  "package_changed",
  "package_cancelled",
] as const;

/**
 * Erases recipients, links for others, descriptions, notes and the names of images of a customer's packages, which have none
 * any more.
 */
export async function erasePackageRows(db: Db, userId: string, now: Date): Promise<void> {
  const own = db.selectFrom("packages").select("id").where("userId", "=", userId);
  await db.deleteFrom("packageRecipients").where("packageId", "in", own).execute();
  await db.deleteFrom("packageShares").where("packageId", "in", own).execute();
  await db
    .updateTable("shippingLegs")
    .set({ notes: null, updatedAt: now })
    .where("packageId", "in", own)
    .where("notes", "is not", null)
    .execute();
  const rows = await db
    .updateTable("packages")
    .set({ description: null, imagesCount: 0, updatedAt: now })
    .where("userId", "=", userId)
    .returning("id")
    .execute();
  const ids = rows.map(({ id }) => id);
  await eraseFacts(db, "package", ids, ["before", "after"], kindsWithTexts);
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
