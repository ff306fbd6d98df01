// The SQL about inbound parcels.
import { sql } from "kysely";
import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { InboundParcelState } from "#goods/rules/inbound-parcel.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { InsertOf, RowOf, UpdateOf } from "#platform/server/db/tables.ts";
import { isShownPhoto } from "#goods/server/db/shown-photos.ts";
import { firstFileId } from "#platform/server/files/files.ts";
import { type FileServices, fileUrl } from "#platform/server/files/serve-file.ts";
import type { MeasuredParcel } from "#goods/contract/parcel-measurements.ts";
import { toStorage, type StorageRow } from "#goods/server/storage-rates/storage-of.ts";

/** The columns of a parcel that are shown: a list takes a third longer with all of them. */
export const shownColumns = [
  "id",
  "labelCode",
  "packageId",
  "trackingNumber",
  "piece",
  "carrierCode",
  "carrierConfidence",
  "source",
  "state",
  "shop",
  "orderReference",
  "description",
  "declaredValueMinor",
  "declaredCurrency",
  "courierDeliveredAt",
  "receivedAt",
  "weightGrams",
  "lengthMm",
  "widthMm",
  "heightMm",
  "condition",
  "battery",
  "goodsFlags",
  "foundFlags",
  "foundBatteries",
  "freeUntil",
  "removalAsked",
  "createdAt",
  "updatedAt",
] as const satisfies readonly (keyof RowOf<"inboundParcels">)[];

type ShownRow = Pick<RowOf<"inboundParcels">, (typeof shownColumns)[number]>;

/** A parcel with the number of its package, its warehouse, its storage prices, and its first photo. */
export type NamedParcelRow = ShownRow &
  StorageRow & {
    readonly packageNumber: number | null;
    readonly packageTrackingNumber: string | null;
    readonly warehouseName: string | null;
    readonly firstImageId: string | null;
  };

function toMeasured(row: ShownRow): MeasuredParcel | null {
  const { weightGrams, lengthMm, widthMm, heightMm, condition, battery, goodsFlags } = row;
  if (weightGrams === null || condition === null || battery === null) return null;
  const isSized = lengthMm !== null && widthMm !== null && heightMm !== null;
  const sidesMm = isSized ? [lengthMm, widthMm, heightMm] : null;
  const found = { batteries: row.foundBatteries, goods: row.foundFlags };
  return { weightGrams, sidesMm, condition, battery, goodsFlags, found };
}

/** The parcel as its owner reads it. */
export function toInboundParcel(services: FileServices, row: NamedParcelRow): InboundParcel {
  const { firstImageId } = row;
  return {
    id: row.id,
    labelCode: row.labelCode,
    packageId: row.packageId,
    packageNumber: row.packageNumber,
    packageTrackingNumber: row.packageTrackingNumber,
    trackingNumber: row.trackingNumber,
    piece: row.piece,
    carrierCode: row.carrierCode,
    carrierConfidence: row.carrierConfidence,
    source: row.source,
    state: row.state,
    removalAsked: row.removalAsked,
    shop: row.shop,
    orderReference: row.orderReference,
    description: row.description,
    declaredValueMinor: row.declaredValueMinor === null ? null : Number(row.declaredValueMinor),
    declaredCurrency: row.declaredCurrency,
    warehouseName: row.warehouseName,
    courierDeliveredAt: row.courierDeliveredAt?.toISOString() ?? null,
    receivedAt: row.receivedAt?.toISOString() ?? null,
    measured: toMeasured(row),
    storage: toStorage(row, services.now()),
    thumbnailUrl: firstImageId === null ? null : fileUrl(services, firstImageId, "thumbnail"),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

const openStates = ["expected", "received", "packed"] as const satisfies InboundParcelState[];

function namedParcels(db: Db) {
  return db
    .selectFrom("inboundParcels")
    .leftJoin("packages", "packages.id", "inboundParcels.packageId")
    .leftJoin("warehouses", "warehouses.id", "inboundParcels.warehouseId")
    .leftJoin("storageRates", "storageRates.id", "inboundParcels.storageRateId")
    .select(shownColumns.map((column) => `inboundParcels.${column}` as const))
    .select([
      "packages.number as packageNumber",
      "packages.trackingNumber as packageTrackingNumber",
      "warehouses.name as warehouseName",
      "warehouses.timeZone",
      "storageRates.dayCents",
      "storageRates.stepGrams",
      "storageRates.volumeDivisor",
      "storageRates.capCents",
    ])
    .select(
      firstFileId(sql`inbound_parcels.id`, isShownPhoto("inbound_parcels")).as("firstImageId"),
    );
}

/** Those of a customer's parcels among `parcelIds`, in that order. */
export async function listOwnParcels(
  services: FileServices,
  db: Db,
  userId: string,
  parcelIds: readonly string[],
): Promise<InboundParcel[]> {
  if (parcelIds.length === 0) return [];
  const rows = await namedParcels(db)
    .where("inboundParcels.userId", "=", userId)
    .where("inboundParcels.id", "in", parcelIds)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, toInboundParcel(services, row)]));
  return parcelIds.flatMap((id) => byId.get(id) ?? []);
}

/** One of a customer's parcels, which must exist. */
export async function getOwnParcel(
  services: FileServices,
  db: Db,
  userId: string,
  parcelId: string,
): Promise<InboundParcel> {
  const row = await namedParcels(db)
    .where("inboundParcels.userId", "=", userId)
    .where("inboundParcels.id", "=", parcelId)
    .executeTakeFirstOrThrow();
  return toInboundParcel(services, row);
}

/** The ids of the photos of a parcel that its customer sees. */
export async function listShownPhotoIds(db: Db, parcelId: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select files.id from inbound_parcels join files on files.owner_id = inbound_parcels.id
    where inbound_parcels.id = ${parcelId} and ${isShownPhoto("inbound_parcels")}
  `.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** All parcels of a customer, the newest first. */
export async function listAllOwnParcels(
  services: FileServices,
  db: Db,
  userId: string,
): Promise<InboundParcel[]> {
  const rows = await namedParcels(db)
    .where("inboundParcels.userId", "=", userId)
    .orderBy("inboundParcels.createdAt", "desc")
    .orderBy("inboundParcels.id", "desc")
    .execute();
  return rows.map((row) => toInboundParcel(services, row));
}

/** The parcels that a package gathers, the newest first. */
export async function listParcelsOfPackage(
  services: FileServices,
  db: Db,
  packageId: string,
  limit: number,
): Promise<InboundParcel[]> {
  const rows = await namedParcels(db)
    .where("inboundParcels.packageId", "=", packageId)
    .orderBy("inboundParcels.createdAt", "desc")
    .orderBy("inboundParcels.id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => toInboundParcel(services, row));
}

/** An open parcel of a customer, by its number. */
export type OpenParcel = {
  readonly id: string;
  readonly trackingNumber: string;
  readonly state: InboundParcelState;
  readonly packageId: string | null;
  readonly packageNumber: number | null;
  readonly packageTrackingNumber: string | null;
};

/** A customer's open parcels with one of these numbers, piece by piece. */
export async function listOpenParcels(
  db: Db,
  userId: string,
  trackingNumbers: readonly string[],
): Promise<OpenParcel[]> {
  if (trackingNumbers.length === 0) return [];
  return await db
    .selectFrom("inboundParcels as parcels")
    .leftJoin("packages", "packages.id", "parcels.packageId")
    .select(["parcels.id", "parcels.state", "parcels.packageId"])
    .select([
      "packages.number as packageNumber",
      "packages.trackingNumber as packageTrackingNumber",
    ])
    .select((row) => row.ref("parcels.trackingNumber").$notNull().as("trackingNumber"))
    .where("parcels.userId", "=", userId)
    .where("parcels.trackingNumber", "in", trackingNumbers)
    .where("parcels.state", "in", openStates)
    .orderBy("parcels.piece")
    .execute();
}

/** How many parcels of a customer have one of these states. */
export async function countParcels(
  db: Db,
  userId: string,
  states: readonly InboundParcelState[],
): Promise<number> {
  const { count } = await db
    .selectFrom("inboundParcels")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .where("userId", "=", userId)
    .where("state", "in", states)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The hub to which new parcels come: the active one entered first. */
export async function findHubId(db: Db): Promise<string | undefined> {
  const hub = await db
    .selectFrom("warehouses")
    .select("id")
    .where("kind", "=", "hub")
    .where("isActive", "=", true)
    .orderBy("createdAt")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return hub?.id;
}

const lockOfHubless = sql`hashtextextended('parcels without a hub', 0)`;

/** Until the transaction ends no hub gives its id to parcels, so that it misses none that is written meanwhile. */
export async function shareHubless(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${lockOfHubless})`.execute(db);
}

/** Gives the expected parcels that have no warehouse to a hub, in one statement. */
export async function giveHublessTo(db: Db, warehouseId: string, now: Date): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockOfHubless})`.execute(db);
  await db
    .updateTable("inboundParcels")
    .set({ warehouseId, updatedAt: now })
    .where("state", "=", "expected")
    .where("warehouseId", "is", null)
    .execute();
}

export async function insertParcels(
  db: Db,
  rows: readonly (InsertOf<"inboundParcels"> & { readonly id: string })[],
): Promise<void> {
  await db.insertInto("inboundParcels").values(rows).execute();
}

/** New values of a parcel's columns. */
export type ParcelChange = UpdateOf<"inboundParcels">;

export async function updateParcels(
  db: Db,
  parcelIds: readonly string[],
  change: ParcelChange,
): Promise<void> {
  if (parcelIds.length === 0) return;
  await db.updateTable("inboundParcels").set(change).where("id", "in", parcelIds).execute();
}

const lockedColumns = [
  "id",
  "packageId",
  "warehouseId",
  "labelCode",
  "trackingNumber",
  "carrierCode",
  "carrierConfidence",
  "state",
  "shop",
  "orderReference",
  "description",
  "declaredValueMinor",
  "declaredCurrency",
  "valueConfirmedAt",
] as const;

/** What changing a parcel depends on. */
export type LockedParcel = Pick<RowOf<"inboundParcels">, (typeof lockedColumns)[number]>;

function ownParcels(db: Db, userId: string, parcelIds: readonly string[]) {
  return db
    .selectFrom("inboundParcels")
    .select(lockedColumns)
    .where("userId", "=", userId)
    .where("id", "in", parcelIds)
    .orderBy("id");
}

/** The packages that gather these parcels of a customer, in order of id. */
export async function listPackageIdsOf(
  db: Db,
  userId: string,
  parcelIds: readonly string[],
): Promise<string[]> {
  const rows = await ownParcels(db, userId, parcelIds).execute();
  return [...new Set(rows.flatMap(({ packageId }) => packageId ?? []))].toSorted();
}

/** Those of a customer's parcels, locked until the transaction ends. */
export async function lockParcels(
  db: Db,
  userId: string,
  parcelIds: readonly string[],
): Promise<LockedParcel[]> {
  return await ownParcels(db, userId, parcelIds).forUpdate().execute();
}

/** The ids of a customer's expected parcels. */
export async function listExpectedIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("inboundParcels")
    .select("id")
    .where("userId", "=", userId)
    .where("state", "=", "expected")
    .execute();
  return rows.map(({ id }) => id);
}

/** Erases what a customer declared about parcels; numbers and states stay. */
export async function eraseDeclarations(db: Db, userId: string, now: Date): Promise<void> {
  await db
    .updateTable("inboundParcels")
    .set({
      shop: "",
      orderReference: "",
      description: "",
      declaredValueMinor: null,
      declaredCurrency: null,
      valueConfirmedAt: null,
      updatedAt: now,
    })
    .where("userId", "=", userId)
    .where(
      sql<boolean>`(shop <> '' or order_reference <> '' or description <> '' or declared_value_minor is not null)`,
    )
    .execute();
}

/** Locks any customer's parcel until the transaction ends; returns whether there is one. */
export async function lockAnyParcel(db: Db, parcelId: string): Promise<boolean> {
  const row = await db
    .selectFrom("inboundParcels")
    .select("id")
    .where("id", "=", parcelId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}
