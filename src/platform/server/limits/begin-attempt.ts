// Limits work that takes long, such as checking a password. An attempt counts from its beginning, so that limits are
// exact also for many attempts at once. One whose outcome is never recorded stops counting after a minute.
import type { AppServices } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { bucketOf, limitReached, windowStart } from "./count-attempt.ts";
import { attemptLimits, type AttemptLimit, type LimitName } from "./attempt-limits.ts";
import { insertAttemptsWithin, replaceAttempts } from "./attempt-queries.ts";

/** Longer than any attempt runs; the attempt of a process that dies stops counting after it. */
const mostAttemptSeconds = 60;

export type Attempt = {
  /** Records the outcome; limits of right or of wrong passwords alone then forget an attempt of the other kind. */
  count(outcome?: { readonly isRight?: boolean; readonly db?: Db }): Promise<void>;
  /** Runs `work`; when it throws, no limit counts the attempt. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
};

/** Whether the limit counts an attempt with this outcome; null: nothing was checked. */
function counts(limitName: LimitName, isRight: boolean | null): boolean {
  const { only }: AttemptLimit = attemptLimits[limitName];
  if (only === undefined) return true;
  return isRight !== null && only === (isRight ? "rightPasswords" : "wrongPasswords");
}

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
 * `too_many_requests` when one of them is reached; those before it that count every attempt then count this one.
 */
export async function beginAttempt(
  context: Pick<AppServices, "db" | "now">,
  limits: Partial<Readonly<Record<LimitName, string>>>,
): Promise<Attempt> {
  const attemptIds = new Map<LimitName, bigint>();
  async function end(isCounted: (limitName: LimitName) => boolean, db: Db): Promise<void> {
    const counted = [...attemptIds].flatMap(([name, id]) => (isCounted(name) ? [id] : []));
    await replaceAttempts(db, [...attemptIds.values()], counted, context.now());
  }
  const attempt: Attempt = {
    count: ({ isRight = true, db = context.db } = {}) => end((name) => counts(name, isRight), db),

    async run(work) {
      try {
        return await work();
      } catch (error) {
        // This fails too while the database is down: the attempt then stops counting by itself.
        await end(() => false, context.db).catch(() => undefined);
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
  for (const [number, [limitName, who]] of entries.entries()) {
    const id = ids[number] ?? null;
    if (id === null) {
      if (attemptIds.size > 0) await end((name) => counts(name, null), context.db);
      throw await limitReached(context.db, limitName, who, now);
    }
    attemptIds.set(limitName, id);
  }
  return attempt;
}
