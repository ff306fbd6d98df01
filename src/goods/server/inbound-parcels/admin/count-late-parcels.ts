import { countLate } from "./all-parcels-queries.ts";
import type { Db } from "#platform/server/db/open.ts";

/** How many parcels are overdue, and how many lie in storage for long; at most 500 each. */
export async function countLateParcels(
  db: Db,
  now: Date,
): Promise<{ readonly overdue: number; readonly longStored: number }> {
  return await countLate(db, now);
}
