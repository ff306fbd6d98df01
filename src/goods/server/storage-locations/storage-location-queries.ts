import { sql } from "kysely";
import type { StorageLocation, StorageLocationFields } from "#goods/contract/storage.ts";
import type { Db } from "#platform/server/db/open.ts";

type Row = Omit<StorageLocation, "updatedAt"> & { readonly updatedAt: Date };

const columns = sql`l.id, l.warehouse_id, l.code, l.label, l.capacity, l.is_active, l.updated_at,
  (select count(*)::int from inbound_parcels p
    where p.storage_location_id = l.id and p.state in ('received', 'packed')) as parcels_count`;

function toStorageLocation({ updatedAt, ...row }: Row): StorageLocation {
  return { ...row, updatedAt: updatedAt.toISOString() };
}

/** Whether a warehouse exists, the sandbox's sample included. */
export async function hasWarehouse(db: Db, warehouseId: string): Promise<boolean> {
  const row = await db
    .selectFrom("warehouses")
    .select("id")
    .where("id", "=", warehouseId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Lets changes of one warehouse's locations run one after the other. Returns whether the warehouse exists. */
export async function lockWarehouseLocations(db: Db, warehouseId: string): Promise<boolean> {
  const row = await db
    .selectFrom("warehouses")
    .select("id")
    .where("id", "=", warehouseId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** All storage locations of a warehouse, by code. */
export async function listLocationRows(db: Db, warehouseId: string): Promise<StorageLocation[]> {
  const { rows } = await sql<Row>`
    select ${columns} from storage_locations l where l.warehouse_id = ${warehouseId} order by l.code
  `.execute(db);
  return rows.map(toStorageLocation);
}

export async function countLocations(db: Db, warehouseId: string): Promise<number> {
  const { count } = await db
    .selectFrom("storageLocations")
    .where("warehouseId", "=", warehouseId)
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Those of `codes` that the warehouse has already, by code. */
export async function listKnownCodes(
  db: Db,
  warehouseId: string,
  codes: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom("storageLocations")
    .select("code")
    .where("warehouseId", "=", warehouseId)
    .where("code", "in", codes)
    .orderBy("code")
    .execute();
  return rows.map(({ code }) => code);
}

export async function insertLocations(
  db: Db,
  warehouseId: string,
  items: readonly StorageLocationFields[],
  now: Date,
): Promise<void> {
  await db
    .insertInto("storageLocations")
    .values(items.map((fields) => ({ ...fields, warehouseId, createdAt: now, updatedAt: now })))
    .execute();
}

/** The storage locations of a warehouse with these codes, by code. */
export async function listLocationsByCode(
  db: Db,
  warehouseId: string,
  codes: readonly string[],
): Promise<StorageLocation[]> {
  const { rows } = await sql<Row>`
    select ${columns} from storage_locations l
    where l.warehouse_id = ${warehouseId} and l.code = any(${codes}::text[]) order by l.code
  `.execute(db);
  return rows.map(toStorageLocation);
}

export async function findLocation(
  db: Db,
  storageLocationId: string,
): Promise<StorageLocation | undefined> {
  const { rows } = await sql<Row>`
    select ${columns} from storage_locations l where l.id = ${storageLocationId}
  `.execute(db);
  return rows[0] && toStorageLocation(rows[0]);
}

/** A storage location that exists. */
export async function getLocation(db: Db, storageLocationId: string): Promise<StorageLocation> {
  const location = await findLocation(db, storageLocationId);
  if (location === undefined) throw new Error("The storage location does not exist.");
  return location;
}

export type LocationStickerFacts = { readonly code: string; readonly warehouseCode: string };

/** What the labels of these storage locations of a warehouse show, by code. */
export async function listLabelFacts(
  db: Db,
  warehouseId: string,
  storageLocationIds: readonly string[],
): Promise<LocationStickerFacts[]> {
  return await db
    .selectFrom("storageLocations as l")
    .innerJoin("warehouses as w", "w.id", "l.warehouseId")
    .select(["l.code", "w.code as warehouseCode"])
    .where("l.warehouseId", "=", warehouseId)
    .where("l.id", "in", storageLocationIds)
    .orderBy("l.code")
    .execute();
}

export async function updateLocationRow(
  db: Db,
  storageLocationId: string,
  fields: StorageLocationFields,
  now: Date,
): Promise<void> {
  await db
    .updateTable("storageLocations")
    .set({ ...fields, updatedAt: now })
    .where("id", "=", storageLocationId)
    .execute();
}
