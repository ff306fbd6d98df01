import type { TrackingOverview } from "#contract/tracking.ts";
import { addDays } from "#core/calendar.ts";
import { trackerLimits } from "#core/tracker.ts";
import type { SignedInContext } from "#server/context.ts";
import { countByCarrier, countQuestions, countTrackers } from "./tracker-list-queries.ts";
import { countFailedMessages, listFailedMessages } from "./message-queries.ts";
import { readQuota } from "./read-quota.ts";

/** How many numbers are followed by carrier, what needs staff, what is left of the quota, and the newest messages that failed. */
export async function readTracking(context: SignedInContext): Promise<TrackingOverview> {
  const { db, now } = context;
  const provider = await context.currentTracking();
  const since = {
    unfoundSince: addDays(now(), -trackerLimits.unfoundDays),
    silentSince: addDays(now(), -trackerLimits.silentDays),
  };
  const [quota, questions, toCheck, silent, failedCount, carriers, failedMessages] =
    await Promise.all([
      provider === null ? null : readQuota(context, provider),
      countQuestions(db),
      countTrackers(db, "to_check", since),
      countTrackers(db, "silent", since),
      countFailedMessages(db),
      countByCarrier(db, since.silentSince),
      listFailedMessages(db, 20),
    ]);
  return {
    isConfigured: provider !== null,
    quota,
    work: { questions, toCheck, silent, failedMessages: failedCount },
    carriers: carriers.map((counts) => ({
      ...counts,
      lastEventAt: counts.lastEventAt?.toISOString() ?? null,
    })),
    failedMessages: failedMessages.map((message) => ({
      ...message,
      receivedAt: message.receivedAt.toISOString(),
    })),
  };
}
