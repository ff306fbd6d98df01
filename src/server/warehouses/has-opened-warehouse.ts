import type { Db } from "#server/db/open.ts";
import { getCondition } from "./warehouse-queries.ts";

/** Whether a warehouse has been open once, as read in this transaction. */
export async function hasOpenedWarehouse(db: Db): Promise<boolean> {
  return (await getCondition(db)).isOpened;
}
