// Whether the tracking provider answers, for the badge that news may be late.
import { TrackingError } from "#tracking/server/adapters/tracking/tracking.ts";
import type { AppServices } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { findFailingSince, updateFailingSince } from "./provider-state-queries.ts";

/** Until a provider that failed is asked again, if nothing else was asked meanwhile. */
const checkMilliseconds = 5 * 60_000;

/** Records that a request succeeded. */
export async function recordProviderSuccess({ db }: Pick<AppServices, "db">): Promise<void> {
  // Every update of the settings tells open pages, also one that changes nothing.
  if ((await findFailingSince(db)) !== null) await updateFailingSince(db, null);
}

/** Records that a request failed; one that was refused for too many requests says nothing about the others. */
export async function recordProviderFailure(
  { db, jobs, now }: Pick<AppServices, "db" | "jobs" | "now">,
  error: TrackingError,
): Promise<void> {
  if (error.reason === "rate_limited" || (await findFailingSince(db)) !== null) return;
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
  if ((await findFailingSince(db)) === null) return;
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
