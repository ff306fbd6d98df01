// Whether there is a warehouse, as read in a transaction; `src/catalogue/server/warehouses/require-warehouse.ts` asks for a request.
import type { Db } from "#platform/server/db/open.ts";
import { getCondition } from "./warehouse-queries.ts";

/** Whether a warehouse was entered, open or not. */
export async function hasEnteredWarehouse(db: Db): Promise<boolean> {
  return (await getCondition(db)).isEntered;
}

/** Whether a warehouse has been open once. */
export async function hasOpenedWarehouse(db: Db): Promise<boolean> {
  return (await getCondition(db)).isOpened;
}
