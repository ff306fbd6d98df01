// Lists whose given month is over.
import type { Db } from "#server/db/open.ts";
import { selectDue } from "./complimentary-queries.ts";

/** The ids of people whose given month is over at `now`, the longest overdue first, at most `limit`. */
export async function listDueComplimentaryPlans(
  db: Db,
  now: Date,
  limit: number,
): Promise<string[]> {
  return await selectDue(db, now, limit);
}
