// Finds the month of a plan that staff gave.
import type { Db } from "#server/db/open.ts";
import { selectGivenMonth, type GivenMonth } from "./store.ts";

/** The given month that is somebody's current one; undefined when they have none, or one that they paid for. */
export async function findGivenMonth(db: Db, userId: string): Promise<GivenMonth | undefined> {
  return await selectGivenMonth(db, userId);
}
