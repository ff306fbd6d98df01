import type { Db } from "#server/db/open.ts";
import { getCondition } from "./warehouse-queries.ts";

/** Whether a warehouse was entered, open or not, as read in this transaction. */
export async function hasEnteredWarehouse(db: Db): Promise<boolean> {
  return (await getCondition(db)).isEntered;
}
