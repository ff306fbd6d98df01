import { addDays } from "#platform/rules/calendar.ts";
import { TrackingError } from "#tracking/server/adapters/tracking/tracking.ts";
import type { AppServices } from "#platform/server/context.ts";
import { registerDueTrackers } from "./follow-tracker.ts";
import { observeProvider } from "./provider-state.ts";
import { readTrackers } from "./read-trackers.ts";
import { claimSilentTrackers } from "./tracker-queries.ts";

/** At most so many numbers are read in one run. */
const maxNumbers = 1_000;
const silentDays = 2;
/** Until a number that stays silent is read again. */
const restDays = 1;

/**
 * Reads trackers without news for 48 hours, so that a message that was lost is made up for, and registers trackers that
 * were not, such as all that there were before a provider was configured.
 */
export async function pollSilentTrackers(services: AppServices): Promise<void> {
  const { db, log } = services;
  const provider = await services.currentTracking();
  if (provider === null) return;
  await registerDueTrackers(services);
  const now = services.now();
  const times = {
    now,
    leaseUntil: addDays(now, restDays),
    silentSince: addDays(now, -silentDays),
  };
  const silent = await claimSilentTrackers(db, times, maxNumbers);
  try {
    if (silent.length === 0) return;
    await observeProvider(services, () => readTrackers(services, provider, silent));
  } catch (error) {
    if (!(error instanceof TrackingError)) throw error;
    log.warn({ error, count: silent.length }, "Silent trackers not read; tomorrow they are");
  }
}
