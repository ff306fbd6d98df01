import { apiError } from "#platform/contract/errors.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { listTrackersOf, lockTracker, updateTrackers, type TrackerRow } from "./tracker-queries.ts";
import "./announcements.ts";

type Change = Parameters<typeof updateTrackers>[2];

/**
 * Changes a tracker whose row is locked, with an entry in the audit log, in one transaction. `change` returns null where
 * nothing changes. Throws `not_found`, and `own_account` where something of the acting person has the number.
 */
export async function changeTracker(
  context: SignedInContext,
  { trackerId, action }: { readonly trackerId: string; readonly action: string },
  change: (db: Db, tracker: TrackerRow) => Promise<Change | null>,
): Promise<Record<string, never>> {
  return await atomically(context.db, async (db) => {
    const tracker = await lockTracker(db, trackerId);
    if (tracker === undefined) throw apiError("not_found");
    await context.actsOn(db, "tracker", await context.listeners.ownersOfTracker(db, trackerId));
    const changed = await change(db, tracker);
    if (changed === null) return {};
    await updateTrackers(db, [trackerId], { ...changed, updatedAt: context.now() });
    const factsOf = ({ carrierCode, state }: Change) => ({ carrierCode, state });
    await recordAdminAction(context, db, {
      action,
      target: trackerId,
      before: { trackingNumber: tracker.trackingNumber, ...factsOf(tracker) },
      after: { ...factsOf(tracker), ...factsOf({ ...tracker, ...changed }) },
    });
    return {};
  });
}

/** Whether a number is followed at a carrier. */
export async function isFollowedAt(
  db: Db,
  { trackingNumber, carrierCode }: Pick<TrackerRow, "trackingNumber" | "carrierCode">,
): Promise<boolean> {
  const trackers = await listTrackersOf(db, [trackingNumber]);
  return trackers.some((tracker) => tracker.carrierCode === carrierCode);
}
