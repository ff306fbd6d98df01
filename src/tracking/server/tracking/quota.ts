import type { Tracking } from "#tracking/server/adapters/tracking/tracking.ts";
import type { AppServices } from "#platform/server/context.ts";
import { addDays } from "#platform/rules/calendar.ts";
import { tryAttempt, uncountAttempt } from "#platform/server/limits/count-attempt.ts";
import { updateTrackers, type DueTracker } from "./tracker-queries.ts";

type Quota = { readonly total: number; readonly used: number };

const keptMilliseconds = 5 * 60_000;
const kept = new WeakMap<
  Tracking,
  { readonly readAt: number; readonly quota: Promise<Quota | null> }
>();

/** The provider's registrations of this month, read once in five minutes; null where it does not answer. */
export async function readQuota(
  { log, now }: Pick<AppServices, "log" | "now">,
  provider: Tracking,
): Promise<Quota | null> {
  const readAt = now().getTime();
  const known = kept.get(provider);
  if (known !== undefined && readAt - known.readAt < keptMilliseconds) return await known.quota;
  const quota = provider.readQuota().catch((error: unknown) => {
    log.warn({ error }, "The quota of the tracking provider could not be read");
    return null;
  });
  kept.set(provider, { readAt, quota });
  return await quota;
}

/** Of a month's registrations, kept for numbers that staff give to legs. */
const reservedShare = 0.2;
/** After which a number that had to wait for its customer's limit is looked at again. */
const waitMilliseconds = 3_600_000;

type Shared = {
  /** What may be registered now. */
  readonly trackers: readonly DueTracker[];
  /** Takes the registrations back from what was counted, after they failed. */
  readonly uncount: () => Promise<void>;
};

async function unreserved(provider: Tracking): Promise<number> {
  const { total, used } = await provider.readQuota();
  return Math.floor(total * (1 - reservedShare)) - used;
}

/**
 * Which trackers may be registered: those of legs always; those that customers declared while more of the month's quota is
 * left than the reserve, and at most `registrationsPerAccount` of a customer. The others stay new, wait, and say why.
 * Throws TrackingError where the quota cannot be read.
 */
export async function shareQuota(
  { db, now }: AppServices,
  provider: Tracking,
  due: readonly DueTracker[],
): Promise<Shared> {
  const isDeclared = (tracker: DueTracker) =>
    tracker.declaredBy !== null && tracker.registeredAt === null;
  const trackers = due.filter((tracker) => !isDeclared(tracker));
  const counted: bigint[] = [];
  const declared = due.filter(isDeclared);
  let left = declared.length === 0 ? 0 : (await unreserved(provider)) - trackers.length;
  for (const tracker of declared) {
    const { id, declaredBy } = tracker;
    if (left <= 0) {
      const lastError = "The rest of the month's quota is reserved for legs.";
      await updateTrackers(db, [id], { nextLookAt: addDays(now(), 1), lastError });
      continue;
    }
    const attempt = await tryAttempt(db, "registrationsPerAccount", declaredBy ?? "", now());
    if (attempt === null) {
      const lastError = "The customer has registered as many numbers as one may in a day.";
      const nextLookAt = new Date(now().getTime() + waitMilliseconds);
      await updateTrackers(db, [id], { nextLookAt, lastError });
      continue;
    }
    counted.push(attempt);
    trackers.push(tracker);
    left -= 1;
  }
  const uncount = async () => {
    for (const attempt of counted) await uncountAttempt(db, attempt);
  };
  return { trackers, uncount };
}
