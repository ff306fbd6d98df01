import type { Db } from "#server/db/open.ts";
import { countEnteredWarehouses } from "./warehouse-queries.ts";

/** Whether a warehouse was entered, open or not. */
export async function hasEnteredWarehouse(db: Db): Promise<boolean> {
  return (await countEnteredWarehouses(db)) > 0;
}
