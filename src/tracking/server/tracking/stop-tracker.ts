import type { SignedInContext } from "#platform/server/context.ts";
import { changeTracker } from "./change-tracker.ts";

/** Stops following a number; a repeat changes nothing. Throws `not_found`. */
export async function stopTracker(
  context: SignedInContext,
  { trackerId }: { readonly trackerId: string },
): Promise<Record<string, never>> {
  const { jobs } = context;
  const what = { trackerId, action: "tracking.stopTracker" };
  return await changeTracker(context, what, async (db, tracker) => {
    if (tracker.state === "ended") return null;
    if (tracker.registeredAt !== null) {
      await jobs.enqueue(db, "stop-trackers", { trackerIds: [trackerId] });
    }
    return { state: "ended" };
  });
}
