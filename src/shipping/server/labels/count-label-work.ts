import { addDays } from "#platform/rules/calendar.ts";
import { longLabelledDays } from "#shipping/rules/manifest.ts";
import type { Db } from "#platform/server/db/open.ts";
import { countLabelledBefore } from "./label-queries.ts";
import { countLowStocks } from "./number-ranges/list-number-ranges.ts";

/** Packages that were labelled more than three days ago and have not left, and services with few numbers left. */
export async function countLabelWork(
  db: Db,
  now: Date,
): Promise<{ readonly longLabelled: number; readonly lowStocks: number }> {
  const [longLabelled, lowStocks] = await Promise.all([
    countLabelledBefore(db, addDays(now, -longLabelledDays)),
    countLowStocks(db, now),
  ]);
  return { longLabelled, lowStocks };
}
