import type { Db } from "#server/db/open.ts";
import { isAnyOpened } from "./warehouse-queries.ts";

/** Whether a warehouse has been open once, as read in this transaction. */
export async function hasOpenedWarehouse(db: Db): Promise<boolean> {
  return await isAnyOpened(db);
}
