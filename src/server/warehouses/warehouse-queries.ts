import { sql } from "kysely";
import type { Warehouse, WarehouseFields } from "#contract/warehouses.ts";
import { countryByCode } from "#core/country.ts";
import type { Db } from "#server/db/open.ts";

function selectWarehouses(db: Db) {
  return db
    .selectFrom("warehouses")
    .select([
      "id",
      "code",
      "name",
      "kind",
      "country",
      "address",
      "receiverNamePattern",
      "phone",
      "postalCode",
      "timeZone",
      "openingHours",
      "isActive",
      "isSample",
      "createdAt",
      "updatedAt",
    ])
    .select(sql<string[]>`closed_days::text[]`.as("closedDays"));
}

type Row = Awaited<ReturnType<ReturnType<typeof selectWarehouses>["executeTakeFirstOrThrow"]>>;

function warehouseOf({ openingHours, createdAt, updatedAt, ...row }: Row): Warehouse {
  return {
    ...row,
    openingHours: [...openingHours],
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** The columns of what an admin enters. */
function columnsOf({ address, openingHours, country, ...fields }: WarehouseFields) {
  return {
    ...fields,
    country: countryByCode(country)?.code ?? ("HK" as const),
    address: JSON.stringify(address),
    openingHours: JSON.stringify(openingHours),
  };
}

/** Every warehouse: the active ones first, then the sample, each by name. */
export async function listWarehouseRows(db: Db): Promise<Warehouse[]> {
  const rows = await selectWarehouses(db)
    .orderBy("isSample")
    .orderBy("isActive", "desc")
    .orderBy("name")
    .orderBy("id")
    .execute();
  return rows.map(warehouseOf);
}

/** The active warehouses that an admin entered, or those of the sandbox, by name. */
export async function listActiveWarehouses(
  db: Db,
  { isSample }: { readonly isSample: boolean },
): Promise<Warehouse[]> {
  const rows = await selectWarehouses(db)
    .where("isActive", "=", true)
    .where("isSample", "=", isSample)
    .orderBy("name")
    .orderBy("id")
    .execute();
  return rows.map(warehouseOf);
}

/** Locks all warehouses until the transaction ends; changes of warehouses then run one after the other. */
export async function lockWarehouses(db: Db): Promise<void> {
  await db.selectFrom("warehouses").select("id").orderBy("id").forUpdate().execute();
}

/** How many warehouses admins have entered. */
export async function countEnteredWarehouses(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("warehouses")
    .where("isSample", "=", false)
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A warehouse that an admin entered. */
export async function findEnteredWarehouse(db: Db, id: string): Promise<Warehouse | undefined> {
  const row = await selectWarehouses(db)
    .where("id", "=", id)
    .where("isSample", "=", false)
    .executeTakeFirst();
  return row && warehouseOf(row);
}

/** A warehouse that exists. */
export async function getWarehouse(db: Db, id: string): Promise<Warehouse> {
  return warehouseOf(await selectWarehouses(db).where("id", "=", id).executeTakeFirstOrThrow());
}

/** The id of the warehouse with this code. */
export async function findWarehouseId(db: Db, code: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("warehouses")
    .select("id")
    .where("code", "=", code)
    .executeTakeFirst();
  return row?.id;
}

/** Inserts a warehouse and returns its id; undefined when another one has its code. */
export async function insertWarehouse(
  db: Db,
  fields: WarehouseFields,
  { isSample, now }: { readonly isSample: boolean; readonly now: Date },
): Promise<string | undefined> {
  const row = await db
    .insertInto("warehouses")
    .values({ ...columnsOf(fields), isSample, createdAt: now, updatedAt: now })
    .onConflict((conflict) => conflict.column("code").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

/** Replaces what an admin entered. */
export async function updateWarehouseRow(
  db: Db,
  id: string,
  fields: WarehouseFields,
  now: Date,
): Promise<void> {
  await db
    .updateTable("warehouses")
    .set({ ...columnsOf(fields), updatedAt: now })
    .where("id", "=", id)
    .execute();
}
