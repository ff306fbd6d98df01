import { apiError } from "#platform/contract/errors.ts";
import type { Warehouse, WarehouseFields } from "#catalogue/contract/warehouses.ts";
import { maxWarehouses } from "#catalogue/rules/warehouse.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import "./announcements.ts";
import {
  countWarehouses,
  getWarehouse,
  insertWarehouse,
  lockWarehouses,
} from "./warehouse-queries.ts";

/**
 * Enters a warehouse; customers read its address from now on if it is active, and a hub then gets the parcels that have no
 * warehouse. Throws `too_many_warehouses` and
 * `warehouse_code_taken`.
 */
export async function createWarehouse(
  context: SignedInContext,
  fields: WarehouseFields,
): Promise<Warehouse> {
  return await atomically(context.db, async (db) => {
    await lockWarehouses(db);
    if ((await countWarehouses(db)) >= maxWarehouses) throw apiError("too_many_warehouses");
    const now = context.now();
    const id = await insertWarehouse(db, fields, now);
    if (id === undefined) throw apiError("warehouse_code_taken");
    await context.listeners.warehouseSaved(db, { id, ...fields }, { before: null, now });
    await recordAdminAction(context, db, {
      action: "warehouses.createWarehouse",
      target: id,
      after: fields,
    });
    return await getWarehouse(db, id);
  });
}
