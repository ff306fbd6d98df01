import type { Warehouse } from "#catalogue/contract/warehouses.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { listWarehouseRows } from "./warehouse-queries.ts";

/** Every warehouse, also inactive ones. */
export async function listWarehouses({ db }: SignedInContext): Promise<{ items: Warehouse[] }> {
  return { items: await listWarehouseRows(db) };
}
