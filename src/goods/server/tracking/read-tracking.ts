import type { TrackingOverview } from "#tracking/contract/tracking.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { countTrackingWork } from "./count-tracking-work.ts";
import { readQuota } from "#tracking/server/tracking/read-quota.ts";
import { countByCarrier } from "./tracker-list-queries.ts";

/** How many numbers are followed by carrier, what needs staff, and what is left of the quota. */
export async function readTracking(context: SignedInContext): Promise<TrackingOverview> {
  const { db, now } = context;
  const provider = await context.currentTracking();
  const [quota, work, carriers] = await Promise.all([
    provider === null ? null : readQuota(context, provider),
    countTrackingWork(db, now()),
    countByCarrier(db, now()),
  ]);
  return {
    isConfigured: provider !== null,
    quota,
    work,
    carriers: carriers.map((counts) => ({
      ...counts,
      lastEventAt: counts.lastEventAt?.toISOString() ?? null,
    })),
  };
}
