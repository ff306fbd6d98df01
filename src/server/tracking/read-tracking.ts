import type { TrackingOverview } from "#contract/tracking.ts";
import { addDays } from "#core/calendar.ts";
import { trackerLimits } from "#core/tracker.ts";
import type { SignedInContext } from "#server/context.ts";
import { countByCarrier } from "./tracker-list-queries.ts";
import { listFailedMessages } from "./message-queries.ts";
import { readQuota } from "./read-quota.ts";

/** How many numbers are followed by carrier, what is left of the quota, and the newest messages that failed. */
export async function readTracking(context: SignedInContext): Promise<TrackingOverview> {
  const { db, now } = context;
  const provider = await context.tracking.current();
  const silentSince = addDays(now(), -trackerLimits.silentDays);
  const [quota, carriers, failedMessages] = await Promise.all([
    provider === null ? null : readQuota(context, provider),
    countByCarrier(db, silentSince),
    listFailedMessages(db, 20),
  ]);
  return {
    isConfigured: provider !== null,
    quota,
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
