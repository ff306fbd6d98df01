import type { Warehouse, WarehouseFields } from "#catalogue/contract/warehouses.ts";
import type { SignedInContext, Context } from "#platform/server/context.ts";
import {
  listWarehouseRows,
  listActiveWarehouses,
  listDeskWarehouseRows,
  countWarehouses,
  getWarehouse,
  insertWarehouse,
  lockWarehouses,
  findWarehouse,
  findWarehouseId,
  updateWarehouseRow,
  getCondition,
} from "./warehouse-queries.ts";
import type { Db } from "#platform/server/db/open.ts";
import { apiError } from "#platform/contract/errors.ts";
import { maxWarehouses } from "#catalogue/rules/warehouse.ts";
import "#catalogue/server/announcements.ts";

/** Every warehouse, also inactive ones. */
export async function listWarehouses({ db }: SignedInContext): Promise<{ items: Warehouse[] }> {
  return { items: await listWarehouseRows(db) };
}

/** The active warehouses, whose addresses customers read, by name. */
export async function listOpenWarehouses(db: Db): Promise<Warehouse[]> {
  return await listActiveWarehouses(db);
}

/** The warehouses in which staff work: the active ones and those that are not open yet. */
export async function listDeskWarehouses(db: Db): Promise<Warehouse[]> {
  return await listDeskWarehouseRows(db);
}

type Asking = Pick<Context, "session" | "settings">;

/** Whether there is a warehouse for who asks: for staff one that was entered, for others one that has been open once. */
export async function isWarehouseThere({ session, settings }: Asking): Promise<boolean> {
  // Staff set it up before it opens, also with operations that are for everybody.
  return session?.person.isWarehouseEntered === true || (await settings.hasWarehouse());
}

/** Throws `no_warehouse` until there is one for who asks. */
export async function requireWarehouse(context: Asking): Promise<void> {
  if (!(await isWarehouseThere(context))) throw apiError("no_warehouse");
}

/**
 * Enters a warehouse; customers read its address from now on if it is active, and a hub then gets the parcels that have no
 * warehouse. Throws `too_many_warehouses` and
 * `warehouse_code_taken`.
 */
export async function createWarehouse(
  context: SignedInContext,
  fields: WarehouseFields,
): Promise<Warehouse> {
  const { db } = context;
  await lockWarehouses(db);
  if ((await countWarehouses(db)) >= maxWarehouses) throw apiError("too_many_warehouses");
  const now = context.now();
  const id = await insertWarehouse(db, fields, now);
  if (id === undefined) throw apiError("warehouse_code_taken");
  await context.listeners.warehouseSaved(db, { id, ...fields }, { before: null, now });
  await context.auditOf(id, { after: fields });
  return await getWarehouse(db, id);
}

/**
 * Replaces a warehouse's fields; a hub that opens gets the parcels that have no warehouse. Throws `not_found`, `warehouse_code_taken`, and `conflict` with the stored warehouse as
 * `current` where it was changed after `expectedVersion`.
 */
export async function updateWarehouse(
  context: SignedInContext,
  input: {
    readonly warehouseId: string;
    readonly fields: WarehouseFields;
  },
): Promise<Warehouse> {
  const { warehouseId, fields } = input;
  const { db } = context;
  await lockWarehouses(db);
  const current = await findWarehouse(db, warehouseId);
  if (current === undefined) throw apiError("not_found");
  const edit = context.edits<WarehouseFields>(current, fields, current.updatedAt, current);
  if (edit === null) return current;
  const codeOwner = await findWarehouseId(db, fields.code);
  if (codeOwner !== undefined && codeOwner !== warehouseId) throw apiError("warehouse_code_taken");
  const now = context.now();
  await updateWarehouseRow(db, warehouseId, fields, now);
  await context.listeners.warehouseSaved(
    db,
    { id: warehouseId, ...fields },
    { before: current, now },
  );
  await context.audit(edit);
  return await getWarehouse(db, warehouseId);
}

/** Whether a warehouse was entered, open or not. */
export async function hasEnteredWarehouse(db: Db): Promise<boolean> {
  return (await getCondition(db)).isEntered;
}

/** Whether a warehouse has been open once. */
export async function hasOpenedWarehouse(db: Db): Promise<boolean> {
  return (await getCondition(db)).isOpened;
}
