// Limits work that takes long, such as checking a password. An attempt counts from its beginning, so that limits are
// exact also for many attempts at once. One whose outcome is never recorded stops counting after a minute.
import { apiError } from "#contract/errors.ts";
import type { AppServices } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import { attemptLimits, bucketOf, windowStart, type LimitName } from "./count-attempt.ts";
import { insertAttemptsWithin, replaceAttempts } from "./attempt-queries.ts";

/** Longer than any attempt runs; the attempt of a process that dies stops counting after it. */
const mostAttemptSeconds = 60;

export type Attempt = {
  /** Records the outcome: these limits count the attempt, the others do not. */
  count(limitNames: readonly LimitName[], db?: Db): Promise<void>;
  /** Runs `work`; when it throws, no limit counts the attempt. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
};

/** The attempt to insert for a limit, dated so far back that it stops counting after `mostAttemptSeconds`. */
function provisionalAttempt([limitName, who]: readonly [LimitName, string], now: Date) {
  const { attempts, seconds } = attemptLimits[limitName];
  const since = windowStart(limitName, now);
  const countedSeconds = Math.min(seconds, mostAttemptSeconds);
  const attemptedAt = new Date(since.getTime() + countedSeconds * 1000);
  return { bucket: bucketOf(limitName, who), attempts, since, now: attemptedAt };
}

/**
 * Begins an attempt under several limits, each with the address, account or email it counts. Throws
 * `too_many_requests` when one of them is reached; those before it then count the attempt.
 */
export async function beginAttempt(
  context: Pick<AppServices, "db" | "now">,
  limits: Partial<Readonly<Record<LimitName, string>>>,
): Promise<Attempt> {
  const attemptIds = new Map<LimitName, bigint>();
  const attempt: Attempt = {
    async count(limitNames, db = context.db) {
      const counted = limitNames.flatMap((limitName) => attemptIds.get(limitName) ?? []);
      await replaceAttempts(db, [...attemptIds.values()], counted, context.now());
    },

    async run(work) {
      try {
        return await work();
      } catch (error) {
        // This fails too while the database is down: the attempt then stops counting by itself.
        await attempt.count([]).catch(() => undefined);
        throw error;
      }
    },
  };
  const entries = Object.entries(limits) as [LimitName, string][];
  const now = context.now();
  const ids = await insertAttemptsWithin(
    context.db,
    entries.map((limit) => provisionalAttempt(limit, now)),
  );
  for (const [number, [limitName]] of entries.entries()) {
    const id = ids[number] ?? null;
    if (id === null) {
      if (attemptIds.size > 0) await attempt.count([...attemptIds.keys()]);
      throw apiError("too_many_requests");
    }
    attemptIds.set(limitName, id);
  }
  return attempt;
}
