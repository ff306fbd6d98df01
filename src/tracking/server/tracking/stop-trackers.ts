import { addDays } from "#platform/rules/calendar.ts";
import {
  maxNumbersPerRequest,
  TrackingError,
} from "#tracking/server/adapters/tracking/tracking.ts";
import type { AppServices } from "#platform/server/context.ts";
import { deleteDoneMessages } from "./message-queries.ts";
import { findTracker, listUnneededTrackers, updateTrackers } from "./tracker-queries.ts";

/** At most so many numbers are stopped in one run. */
const maxNumbers = 1_000;
/** For which a number is followed after its last news when nothing on its way has it. */
const followedDays = 7;
/** For which messages are kept once they are processed; their events stay. */
const messageDays = 30;

/** Tells the provider of numbers that staff have stopped. Throws TrackingError. */
async function stopNumbers(services: AppServices, trackerIds: readonly string[]): Promise<void> {
  const provider = await services.currentTracking();
  for (const trackerId of trackerIds) {
    const tracker = await findTracker(services.db, trackerId);
    if (tracker?.state === "ended") await provider?.stop([tracker]);
  }
}

/**
 * Stops following numbers that nothing on its way has any more, seven days after their last event, and those that staff
 * have stopped.
 */
export async function stopTrackers(
  services: AppServices,
  { trackerIds }: { readonly trackerIds: readonly string[] },
): Promise<void> {
  if (trackerIds.length > 0) {
    await stopNumbers(services, trackerIds);
    return;
  }
  const { db, now, log } = services;
  await deleteDoneMessages(db, addDays(now(), -messageDays));
  const provider = await services.currentTracking();
  const unneeded = await listUnneededTrackers(services, addDays(now(), -followedDays), maxNumbers);
  for (let from = 0; from < unneeded.length; from += maxNumbersPerRequest) {
    const batch = unneeded.slice(from, from + maxNumbersPerRequest);
    const registered = batch.filter(({ registeredAt }) => registeredAt !== null);
    try {
      if (registered.length > 0) await provider?.stop(registered);
    } catch (error) {
      if (!(error instanceof TrackingError)) throw error;
      log.warn({ error, count: unneeded.length - from }, "Trackers not stopped; the next run does");
      return;
    }
    const ids = batch.map(({ id }) => id);
    await updateTrackers(db, ids, { state: "ended", updatedAt: now() });
  }
}
