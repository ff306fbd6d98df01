import { apiError } from "#platform/contract/errors.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { mayUse } from "#platform/rules/staff-role.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { findTrackerOfLeg } from "./holder-queries.ts";
import { requestNews } from "#tracking/server/tracking/read-tracker.ts";

/**
 * Queues a look at the provider for the number of an own leg, for staff of any leg, once in ten minutes. Throws
 * `not_found`, also for another customer's leg.
 */
export async function refreshTracking(
  context: SignedInContext,
  { legId }: { readonly legId: string },
): Promise<{ isQueued: boolean }> {
  const { db, session } = context;
  const leg = await findTrackerOfLeg(db, legId);
  const isOwn = leg?.userId === session.person.id;
  if (leg === undefined || !(isOwn || mayUse(session.person, roleAccess.tracking))) {
    throw apiError("not_found");
  }
  const { trackerId } = leg;
  if (trackerId === null || (await context.currentTracking()) === null) return { isQueued: false };
  return { isQueued: await requestNews(context, trackerId) };
}
