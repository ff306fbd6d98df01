import { isDeepStrictEqual } from "node:util";
import { apiError } from "#platform/contract/errors.ts";
import type { Warehouse, WarehouseFields } from "#catalogue/contract/warehouses.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import "./announcements.ts";
import {
  findWarehouse,
  findWarehouseId,
  getWarehouse,
  lockWarehouses,
  updateWarehouseRow,
} from "./warehouse-queries.ts";

/**
 * Replaces a warehouse's fields; a hub that opens gets the parcels that have no warehouse. Throws `not_found`, `warehouse_code_taken`, and `conflict` with the stored warehouse as
 * `current` where it was changed after `expectedUpdatedAt`.
 */
export async function updateWarehouse(
  context: SignedInContext,
  input: {
    readonly warehouseId: string;
    readonly fields: WarehouseFields;
    readonly expectedUpdatedAt?: string | undefined;
  },
): Promise<Warehouse> {
  const { warehouseId, fields, expectedUpdatedAt } = input;
  return await atomically(context.db, async (db) => {
    await lockWarehouses(db);
    const current = await findWarehouse(db, warehouseId);
    if (current === undefined) throw apiError("not_found");
    const names = Object.keys(fields) as (keyof WarehouseFields)[];
    const changed = names.filter((name) => !isDeepStrictEqual(current[name], fields[name]));
    if (changed.length === 0) return current;
    if (expectedUpdatedAt !== undefined && expectedUpdatedAt !== current.updatedAt) {
      throw apiError("conflict", { current });
    }
    const codeOwner = await findWarehouseId(db, fields.code);
    if (codeOwner !== undefined && codeOwner !== warehouseId)
      throw apiError("warehouse_code_taken");
    const now = context.now();
    await updateWarehouseRow(db, warehouseId, fields, now);
    await context.listeners.warehouseSaved(
      db,
      { id: warehouseId, ...fields },
      { before: current, now },
    );
    const changedOf = (from: WarehouseFields) =>
      Object.fromEntries(changed.map((name) => [name, from[name]]));
    await recordAdminAction(context, db, {
      action: "warehouses.updateWarehouse",
      target: warehouseId,
      before: changedOf(current),
      after: changedOf(fields),
    });
    return await getWarehouse(db, warehouseId);
  });
}
