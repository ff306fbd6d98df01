import type { TrackingOverview } from "#tracking/contract/tracking.ts";
import { addDays } from "#platform/rules/calendar.ts";
import { trackerLimits } from "#tracking/rules/tracker.ts";
import type { Db } from "#platform/server/db/open.ts";
import { countUnprocessed } from "#tracking/server/tracking/list-failed-messages.ts";
import { countQuestions, countTrackers } from "./tracker-list-queries.ts";

/** How much of what carriers report, or do not report, needs staff at `now`. */
export async function countTrackingWork(db: Db, now: Date): Promise<TrackingOverview["work"]> {
  const moments = { unfoundSince: addDays(now, -trackerLimits.unfoundDays), now };
  const [questions, toCheck, silent, failedMessages] = await Promise.all([
    countQuestions(db),
    countTrackers(db, "to_check", moments),
    countTrackers(db, "silent", moments),
    countUnprocessed(db),
  ]);
  return { questions, toCheck, silent, failedMessages };
}
