// Counts every night how long legs took on each lane; a recurring job.
import { addMonths } from "#platform/rules/calendar.ts";
import { laneTimeLimits } from "#catalogue/rules/lane-time.ts";
import type { AppServices } from "#platform/server/context.ts";
import { measureMonth } from "./leg-time-queries.ts";
import { saveMonth } from "#catalogue/server/lanes/times/read-times.ts";

/**
 * Counts the legs that arrived in the months that estimates use again, and in the one before them, so that corrections
 * that came late are included. A repetition, also after a crash, gives the same counts.
 */
export async function aggregateLaneTimes({
  db,
  now,
}: Pick<AppServices, "db" | "now">): Promise<void> {
  const at = now();
  const thisMonth = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
  for (let before = laneTimeLimits.months; before >= 0; before -= 1) {
    const month = addMonths(thisMonth, -before).toISOString().slice(0, 10);
    await saveMonth(db, month, await measureMonth(db, month));
  }
}
