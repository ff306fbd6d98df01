// Lists whose given month is over.
import type { Db } from "#server/db/open.ts";
import { selectDue } from "./store.ts";

/** The ids of people whose given month is over at `now`, the longest overdue first, at most `limit`. */
export async function listDueGivenPlans(db: Db, now: Date, limit: number): Promise<string[]> {
  return await selectDue(db, now, limit);
}
