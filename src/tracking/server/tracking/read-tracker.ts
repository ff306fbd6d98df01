import { trackerLimits } from "#tracking/rules/tracker.ts";
import type { AppServices } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { observeProvider } from "./provider-state.ts";
import { readTrackers } from "./read-trackers.ts";
import { findTracker, updateRefreshedAt } from "./tracker-queries.ts";

/** Queues a look at the provider for a number, once in ten minutes; returns whether it was. */
export async function requestNews(
  { db, jobs, now }: Pick<AppServices, "db" | "jobs" | "now">,
  trackerId: string,
): Promise<boolean> {
  return await atomically(db, async (inner) => {
    const before = new Date(now().getTime() - trackerLimits.refreshMinutes * 60_000);
    const isQueued = await updateRefreshedAt(inner, trackerId, { now: now(), before });
    if (isQueued) await jobs.enqueue(inner, "read-tracker", { trackerId });
    return isQueued;
  });
}

/** Reads one number at the provider and records what it knows. Throws TrackingError. */
export async function readTracker(services: AppServices, trackerId: string): Promise<void> {
  const provider = await services.currentTracking();
  const tracker = await findTracker(services.db, trackerId);
  if (provider === null || tracker === undefined) return;
  await observeProvider(services, () => readTrackers(services, provider, [tracker]));
}
