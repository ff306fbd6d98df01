import {
  maxNumbersPerRequest,
  type ProviderNumber,
  type Tracking,
  TrackingError,
} from "#tracking/server/adapters/tracking/tracking.ts";
import type { AppServices, SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { withoutSession } from "#platform/server/own-things.ts";
import { recordProviderTrackers, type ReceivedTracker } from "./record-provider-trackers.ts";
import { trackerLimits } from "#tracking/rules/tracking-stages.ts";
import { findTracker, updateRefreshedAt } from "./tracker-queries.ts";
import { findFailingSince, updateFailingSince } from "./message-queries.ts";

/** Records all in one transaction or, where one of them cannot be stored, each in its own, and then throws. */
async function record(services: AppServices, received: readonly ReceivedTracker[]): Promise<void> {
  const context = withoutSession(services);
  const recordSome = async (some: readonly ReceivedTracker[]) =>
    await atomically(services.db, (db) => recordProviderTrackers(context, db, some));
  try {
    await recordSome(received);
    return;
  } catch (error) {
    if (received.length === 1) throw error;
  }
  const failures: unknown[] = [];
  for (const one of received) {
    await recordSome([one]).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

/**
 * Reads numbers at the provider, 40 in a request, and records what it knows, those of a request together. Throws
 * TrackingError, and what stopped one of them from being stored once the others are.
 */
export async function readTrackers(
  services: AppServices,
  provider: Tracking,
  numbers: readonly ProviderNumber[],
): Promise<void> {
  for (let from = 0; from < numbers.length; from += maxNumbersPerRequest) {
    const { trackers } = await provider.read(numbers.slice(from, from + maxNumbersPerRequest));
    const receivedAt = services.now();
    await record(
      services,
      trackers.map((provided) => ({ provided, receivedAt })),
    );
  }
}

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

/** Until a provider that failed is asked again, if nothing else was asked meanwhile. */
const checkMilliseconds = 5 * 60_000;

/** Records that a request succeeded. */
export async function recordProviderSuccess({ db }: Pick<AppServices, "db">): Promise<void> {
  // Every update of the settings tells open pages, also one that changes nothing.
  if ((await findFailingSince(db)) !== undefined) await updateFailingSince(db, null);
}

/** Records that a request failed; one that was refused for too many requests says nothing about the others. */
export async function recordProviderFailure(
  { db, jobs, now }: Pick<AppServices, "db" | "jobs" | "now">,
  error: TrackingError,
): Promise<void> {
  if (error.reason === "rate_limited" || (await findFailingSince(db)) !== undefined) return;
  await atomically(db, async (inner) => {
    if (!(await updateFailingSince(inner, now()))) return;
    const startsAt = new Date(now().getTime() + checkMilliseconds);
    await jobs.enqueue(inner, "check-tracking-provider", {}, { startsAt });
  });
}

/** Runs requests to the provider and records whether they succeed. Throws what `requests` throws. */
export async function observeProvider<Answer>(
  services: Pick<AppServices, "db" | "jobs" | "now">,
  requests: () => Promise<Answer>,
): Promise<Answer> {
  let answer: Answer;
  try {
    answer = await requests();
  } catch (error) {
    if (error instanceof TrackingError) await recordProviderFailure(services, error);
    throw error;
  }
  await recordProviderSuccess(services);
  return answer;
}

/** While the provider fails, asks it again, until a request succeeds or it is configured no longer. */
export async function checkTrackingProvider(services: AppServices): Promise<void> {
  const { db, jobs, now, log } = services;
  if ((await findFailingSince(db)) === undefined) return;
  const provider = await services.currentTracking();
  try {
    await provider?.readQuota();
  } catch (error) {
    if (!(error instanceof TrackingError)) throw error;
    log.warn({ error }, "The tracking provider still fails");
    const startsAt = new Date(now().getTime() + checkMilliseconds);
    await jobs.enqueue(db, "check-tracking-provider", {}, { startsAt });
    return;
  }
  await recordProviderSuccess(services);
}

/** Since when news of carriers may be late, as it was recorded; the provider is not asked. */
export async function readProviderDelay({
  db,
}: SignedInContext): Promise<{ delayedSince: string | null }> {
  return { delayedSince: (await findFailingSince(db))?.toISOString() ?? null };
}
