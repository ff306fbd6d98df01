import { apiError } from "#contract/errors.ts";
import { roleAccess } from "#core/role-access.ts";
import { mayUse } from "#core/staff-role.ts";
import { trackerLimits } from "#core/tracker.ts";
import type { AppServices, SignedInContext } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import { observeProvider } from "./provider-state.ts";
import { readTrackers } from "./read-trackers.ts";
import { findTracker, findTrackerOfLeg, updateRefreshedAt } from "./tracker-queries.ts";

/**
 * Queues a look at the provider for the number of an own leg, for staff of any leg, once in ten minutes. Throws
 * `not_found`, also for another customer's leg.
 */
export async function refreshTracking(
  context: SignedInContext,
  { legId }: { readonly legId: string },
): Promise<{ isQueued: boolean }> {
  const { db, jobs, now, session } = context;
  const leg = await findTrackerOfLeg(db, legId);
  const isOwn = leg?.userId === session.person.id;
  if (leg === undefined || !(isOwn || mayUse(session.person, roleAccess.tracking))) {
    throw apiError("not_found");
  }
  const { trackerId } = leg;
  if (trackerId === null || (await context.currentTracking()) === null) return { isQueued: false };
  return await atomically(db, async (inner) => {
    const before = new Date(now().getTime() - trackerLimits.refreshMinutes * 60_000);
    const isQueued = await updateRefreshedAt(inner, trackerId, { now: now(), before });
    if (isQueued) await jobs.enqueue(inner, "read-tracker", { trackerId });
    return { isQueued };
  });
}

/** Reads one number at the provider and records what it knows. Throws TrackingError. */
export async function readTracker(services: AppServices, trackerId: string): Promise<void> {
  const provider = await services.currentTracking();
  const tracker = await findTracker(services.db, trackerId);
  if (provider === null || tracker === undefined) return;
  await observeProvider(services, () => readTrackers(services, provider, [tracker]));
}
