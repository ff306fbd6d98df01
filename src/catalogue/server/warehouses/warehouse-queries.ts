import { sql } from "kysely";
import type { Warehouse, WarehouseFields } from "#catalogue/contract/warehouses.ts";
import { countryByCode } from "#catalogue/rules/country.ts";
import type { Db } from "#platform/server/db/open.ts";
import { isWarehouseEntered, isWarehouseOpened } from "#catalogue/server/db/warehouse-columns.ts";

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
      "smsPhone",
      "postalCode",
      "timeZone",
      "openingHours",
      "isActive",
      "openedAt",
      "createdAt",
      "updatedAt",
    ])
    .select(sql<string[]>`closed_days::text[]`.as("closedDays"));
}

type Row = Awaited<ReturnType<ReturnType<typeof selectWarehouses>["executeTakeFirstOrThrow"]>>;

function toWarehouse({ openingHours, openedAt, createdAt, updatedAt, ...row }: Row): Warehouse {
  return {
    ...row,
    openingHours: [...openingHours],
    openedAt: openedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** The columns of what an admin enters. */
function toColumns({ address, openingHours, country, ...fields }: WarehouseFields) {
  return {
    ...fields,
    country: countryByCode(country)?.code ?? ("HK" as const),
    address: JSON.stringify(address),
    openingHours: JSON.stringify(openingHours),
  };
}

/** Every warehouse: the active ones first, each by name. */
export async function listWarehouseRows(db: Db): Promise<Warehouse[]> {
  const rows = await selectWarehouses(db)
    .orderBy("isActive", "desc")
    .orderBy("name")
    .orderBy("id")
    .execute();
  return rows.map(toWarehouse);
}

/** The active warehouses, whose addresses customers read, by name. */
export async function listActiveWarehouses(db: Db): Promise<Warehouse[]> {
  const rows = await selectWarehouses(db)
    .where("isActive", "=", true)
    .orderBy("name")
    .orderBy("id")
    .execute();
  return rows.map(toWarehouse);
}

/** The active warehouses and those that are not open yet, which staff try. */
export async function listDeskWarehouseRows(db: Db): Promise<Warehouse[]> {
  const rows = await selectWarehouses(db)
    .where(({ or, eb }) => or([eb("isActive", "=", true), eb("openedAt", "is", null)]))
    .orderBy("name")
    .orderBy("id")
    .execute();
  return rows.map(toWarehouse);
}

/** Whether a warehouse was entered, and whether one has been open once. */
export async function getCondition(
  db: Db,
): Promise<{ readonly isEntered: boolean; readonly isOpened: boolean }> {
  return await db
    .selectNoFrom([isWarehouseEntered.as("isEntered"), isWarehouseOpened.as("isOpened")])
    .executeTakeFirstOrThrow();
}

/** Whether a warehouse has been open once. */
export async function isAnyWarehouseOpened(db: Db): Promise<boolean> {
  const { isOpened } = await db
    .selectNoFrom(isWarehouseOpened.as("isOpened"))
    .executeTakeFirstOrThrow();
  return isOpened;
}

/** Locks all warehouses until the transaction ends; changes of warehouses then run one after the other. */
export async function lockWarehouses(db: Db): Promise<void> {
  await db.selectFrom("warehouses").select("id").orderBy("id").forUpdate().execute();
}

export async function countWarehouses(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("warehouses")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function findWarehouse(db: Db, id: string): Promise<Warehouse | undefined> {
  const row = await selectWarehouses(db).where("id", "=", id).executeTakeFirst();
  return row && toWarehouse(row);
}

/** A warehouse that exists. */
export async function getWarehouse(db: Db, id: string): Promise<Warehouse> {
  return toWarehouse(await selectWarehouses(db).where("id", "=", id).executeTakeFirstOrThrow());
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
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .insertInto("warehouses")
    .values({
      ...toColumns(fields),
      openedAt: fields.isActive ? now : null,
      createdAt: now,
      updatedAt: now,
    })
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
    .set({ ...toColumns(fields), updatedAt: now })
    .$if(fields.isActive, (query) =>
      query.set(({ fn, val }) => ({ openedAt: fn.coalesce("openedAt", val(now)) })),
    )
    .where("id", "=", id)
    .execute();
}
