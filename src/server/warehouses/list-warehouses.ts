import type { Warehouse } from "#contract/warehouses.ts";
import type { SignedInContext } from "#server/context.ts";
import { listWarehouseRows } from "./warehouse-queries.ts";

/** Every warehouse, also inactive ones. */
export async function listWarehouses({ db }: SignedInContext): Promise<{ items: Warehouse[] }> {
  return { items: await listWarehouseRows(db) };
}
