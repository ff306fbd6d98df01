import { addDays } from "#platform/rules/calendar.ts";
import {
  maxNumbersPerRequest,
  TrackingError,
  type RefusedNumber,
  type Tracking,
} from "#tracking/server/adapters/tracking/tracking.ts";
import type { AppServices } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { withoutSession } from "#platform/server/own-things.ts";
import {
  recordProviderFailure,
  recordProviderSuccess,
  observeProvider,
  readTrackers,
} from "./read-trackers.ts";
import { shareQuota } from "./quota.ts";
import { shownText } from "./record-provider-trackers.ts";
import {
  claimNewTrackers,
  lockTracker,
  updateTrackers,
  type DueTracker,
  claimSilentTrackers,
} from "./tracker-queries.ts";
import "#tracking/server/announcements.ts";

/** At most so many requests in one run; the next run does the rest. */
const maxBatches = 25;
/** For which a claimed tracker is left alone should the process die. */
const leaseMilliseconds = 5 * 60_000;
const firstRetrySeconds = 30;
const longestRetrySeconds = 3600;
/** With the delays above, about three days. */
const maxAttempts = 80;

function retryDelaySeconds(attempts: number, error: TrackingError): number {
  if (error.retryAfterSeconds !== null) return error.retryAfterSeconds;
  return Math.min(firstRetrySeconds * 2 ** Math.min(attempts, 20), longestRetrySeconds);
}

/** In parts that a request can have, with each number once in each. */
function batchesOf(trackers: readonly DueTracker[]): DueTracker[][] {
  const batches: DueTracker[][] = [];
  for (const tracker of trackers) {
    const { trackingNumber } = tracker;
    const batch = batches.find((some) =>
      some.every((other) => other.trackingNumber !== trackingNumber),
    );
    if (batch === undefined) batches.push([tracker]);
    else batch.push(tracker);
  }
  return batches;
}

function refusalColumns(refused: RefusedNumber, now: Date) {
  const lastError = shownText(refused.message, 500);
  // The quota is of a month; a day later there may be a new one, or a larger plan.
  if (refused.reason === "quota_used") return { lastError, nextLookAt: addDays(now, 1) };
  return { lastError, state: "failed" as const };
}

async function saveRegistered(
  db: Db,
  tracker: DueTracker,
  providerCarrier: string | null,
  now: Date,
): Promise<void> {
  await updateTrackers(db, [tracker.id], {
    state: "following",
    providerCarrier: providerCarrier ?? tracker.chosenCarrier ?? tracker.providerCarrier,
    registeredAt: now,
    attempts: 0,
    lastError: null,
    nextLookAt: now,
    updatedAt: now,
  });
}

/** One that is registered already and was given another carrier. Returns whether it was. */
async function changeCarrier(
  { db, now }: AppServices,
  provider: Tracking,
  tracker: DueTracker,
): Promise<boolean> {
  const { chosenCarrier, providerCarrier, trackingNumber } = tracker;
  if (tracker.registeredAt === null || chosenCarrier === null) return false;
  if (chosenCarrier !== providerCarrier) {
    const refused = await provider.changeCarrier(
      { trackingNumber, providerCarrier },
      chosenCarrier,
    );
    // The provider has ended or lost it, so that it is registered anew.
    if (refused?.reason === "not_followed") return false;
    if (refused !== null) {
      await updateTrackers(db, [tracker.id], refusalColumns(refused, now()));
      return true;
    }
  }
  await saveRegistered(db, tracker, chosenCarrier, now());
  return true;
}

function lastFourDigits(phone: string | null): string | null {
  const digits = phone?.replaceAll(/\D/g, "") ?? "";
  return digits.length >= 4 ? digits.slice(-4) : null;
}

async function register(
  services: AppServices,
  provider: Tracking,
  batch: readonly DueTracker[],
): Promise<void> {
  const { db, now } = services;
  const fresh: DueTracker[] = [];
  for (const tracker of batch) {
    if (!(await changeCarrier(services, provider, tracker))) fresh.push(tracker);
  }
  if (fresh.length === 0) return;
  const { followed, refused } = await provider.follow(
    fresh.map(({ id, trackingNumber, chosenCarrier, phone }) => ({
      trackingNumber,
      providerCarrier: chosenCarrier,
      tag: id,
      extra: lastFourDigits(phone),
    })),
  );
  const known = refused.filter(({ reason }) => reason === "already_followed");
  for (const tracker of fresh) {
    const ofNumber = (other: { readonly trackingNumber: string }) =>
      other.trackingNumber === tracker.trackingNumber;
    const refusal = refused.find(ofNumber);
    const accepted = followed.find(ofNumber);
    if (accepted !== undefined || refusal?.reason === "already_followed") {
      await saveRegistered(db, tracker, accepted?.providerCarrier ?? null, now());
    } else if (refusal !== undefined) {
      await updateTrackers(db, [tracker.id], refusalColumns(refusal, now()));
    }
  }
  // Their events came before we asked for them.
  await readTrackers(
    services,
    provider,
    known.map(({ trackingNumber }) => ({ trackingNumber, providerCarrier: null })),
  );
}

async function postpone(
  { db, jobs, now, log }: AppServices,
  trackers: readonly DueTracker[],
  error: TrackingError,
): Promise<void> {
  const attempts = Math.max(...trackers.map((tracker) => tracker.attempts)) + 1;
  const nextLookAt = new Date(now().getTime() + retryDelaySeconds(attempts - 1, error) * 1000);
  log.warn({ error, count: trackers.length, nextLookAt }, "Trackers not registered yet");
  await atomically(db, async (inner) => {
    for (const tracker of trackers) {
      await updateTrackers(inner, [tracker.id], {
        nextLookAt,
        attempts: tracker.attempts + 1,
        lastError: shownText(error.message, 500),
        ...(tracker.attempts + 1 >= maxAttempts && { state: "failed" as const }),
      });
    }
    const data = { trackerIds: [] };
    // A second later, since clocks differ.
    const startsAt = new Date(nextLookAt.getTime() + 1_000);
    await jobs.enqueue(inner, "follow-tracker", data, { startsAt });
  });
}

/** Registers all trackers that are due, 40 in a request. After a failure they wait as long as the provider says. */
async function registerDueTrackers(services: AppServices): Promise<void> {
  const { now } = services;
  const provider = await services.currentTracking();
  if (provider === null) return;
  for (let count = 0; count < maxBatches; count += 1) {
    const times = { now: now(), leaseUntil: new Date(now().getTime() + leaseMilliseconds) };
    const due = await claimNewTrackers(services, times, maxNumbersPerRequest);
    try {
      const { trackers, uncount } = await shareQuota(services, provider, due);
      try {
        for (const batch of batchesOf(trackers)) {
          await register(services, provider, batch);
          await recordProviderSuccess(services);
        }
      } catch (error) {
        await uncount();
        throw error;
      }
    } catch (error) {
      if (!(error instanceof TrackingError)) throw error;
      await recordProviderFailure(services, error);
      await postpone(services, due, error);
      return;
    }
    if (due.length < maxNumbersPerRequest) return;
  }
}

/**
 * Follows numbers that a leg or inbound parcel has got: what is known about them already applies at once, and what is not
 * registered at the provider is registered, together with everything else that is due.
 */
export async function followTracker(
  services: AppServices,
  { trackerIds }: { readonly trackerIds: readonly string[] },
): Promise<void> {
  for (const trackerId of trackerIds) {
    await atomically(services.db, async (db) => {
      const tracker = await lockTracker(db, trackerId);
      if (tracker === undefined) return;
      // The number is in use again.
      if (tracker.state === "ended") {
        const now = services.now();
        const again = { state: "new" as const, registeredAt: null, nextLookAt: now };
        await updateTrackers(db, [trackerId], { ...again, updatedAt: now });
      }
      if (tracker.lastEventAt !== null) {
        await services.listeners.trackersReported(withoutSession(services), db, [trackerId]);
      }
    });
  }
  await registerDueTrackers(services);
}

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
