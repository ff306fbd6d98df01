import type { SignedInContext } from "#platform/server/context.ts";
import { changeTracker } from "./change-tracker.ts";

/** Registers a number again, whatever its state, and reads what is known about it. Throws `not_found`. */
export async function retryTracker(
  context: SignedInContext,
  { trackerId }: { readonly trackerId: string },
): Promise<Record<string, never>> {
  const { jobs, now } = context;
  const what = { trackerId, action: "tracking.retryTracker" };
  return await changeTracker(context, what, async (db) => {
    await jobs.enqueue(db, "follow-tracker", { trackerIds: [trackerId] });
    return { state: "new", registeredAt: null, nextLookAt: now(), attempts: 0, lastError: null };
  });
}
