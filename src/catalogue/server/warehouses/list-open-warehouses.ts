import type { Warehouse } from "#catalogue/contract/warehouses.ts";
import type { Db } from "#platform/server/db/open.ts";
import { listActiveWarehouses } from "./warehouse-queries.ts";

/** The active warehouses, whose addresses customers read, by name. */
export async function listOpenWarehouses(db: Db): Promise<Warehouse[]> {
  return await listActiveWarehouses(db);
}
