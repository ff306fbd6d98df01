// Finds the month of a plan that staff gave.
import type { Db } from "#server/db/open.ts";
import { findComplimentaryMonthRow, type ComplimentaryMonth } from "./complimentary-queries.ts";

/** The given month that is somebody's current one; undefined when they have none, or one that they paid for. */
export async function findComplimentaryMonth(
  db: Db,
  userId: string,
): Promise<ComplimentaryMonth | undefined> {
  return await findComplimentaryMonthRow(db, userId);
}
