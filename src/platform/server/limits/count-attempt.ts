// Attempts are counted in the database, so that limits hold across server processes.
import type { ApiError } from "#platform/rules/error-message.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { Db } from "#platform/server/db/open.ts";
import { limitedNetwork } from "#platform/server/ip-address.ts";
import {
  attemptLimits,
  limitNames,
  type AttemptLimit,
  type LimitName,
} from "#platform/rules/attempt-limits.ts";
import {
  deleteAttempt,
  deleteBucketsOf,
  findOldestAttempt,
  insertAttemptWithin,
  insertAttemptsWithin,
  replaceAttempts,
} from "./attempt-queries.ts";
import type { AppServices } from "#platform/server/context.ts";

/** The bucket in which attempts of `who` are counted: one for the whole network of an IP address. */
export function bucketOf(limitName: LimitName, who: string): string {
  return `${limitName}:${limitName.endsWith("PerAddress") ? limitedNetwork(who) : who}`;
}

/** The beginning of the time in which attempts count at `now`. */
export function windowStart(limitName: LimitName, now: Date): Date {
  return new Date(now.getTime() - attemptLimits[limitName].seconds * 1000);
}

/**
 * Counts one attempt of `who`, which is an IP address, an account or an email in lower case. Returns the id of the
 * attempt for `uncountAttempt`. Exact also when many arrive at once. Throws `too_many_requests` when the limit is
 * reached: then nothing is counted.
 */
export async function countAttempt(
  db: Db,
  limitName: LimitName,
  who: string,
  now: Date,
): Promise<bigint> {
  const attempt = await tryAttempt(db, limitName, who, now);
  if (attempt === null) throw await limitReached(db, limitName, who, now);
  return attempt;
}

/** The same for whoever goes on without the attempt: null when the limit is reached. */
export async function tryAttempt(
  db: Db,
  limitName: LimitName,
  who: string,
  now: Date,
): Promise<bigint | null> {
  return await insertAttemptWithin(db, {
    bucket: bucketOf(limitName, who),
    attempts: attemptLimits[limitName].attempts,
    since: windowStart(limitName, now),
    now,
  });
}

/** Deletes the attempt with this id of `countAttempt` or `tryAttempt`, so that it no longer counts. */
export async function uncountAttempt(db: Db, attemptId: bigint): Promise<void> {
  await deleteAttempt(db, attemptId);
}

/** The error for who reached a limit, with the seconds until its oldest attempt stops counting. */
async function limitReached(
  db: Db,
  limitName: LimitName,
  who: string,
  now: Date,
): Promise<ApiError> {
  const since = windowStart(limitName, now);
  const oldestAt = await findOldestAttempt(db, bucketOf(limitName, who), since);
  const milliseconds = (oldestAt ?? since).getTime() - since.getTime();
  return apiError("too_many_requests", { retryAfterSeconds: Math.ceil(milliseconds / 1000) });
}

/** Deletes what every limit counts of these addresses, accounts or emails, wherever they were. */
export async function uncountAllAttempts(db: Db, everybody: readonly string[]): Promise<void> {
  await deleteBucketsOf(
    db,
    limitNames.flatMap((limitName) => everybody.map((who) => bucketOf(limitName, who))),
  );
}

const failedPasswordLimits = limitNames.filter((name) => {
  const limit: AttemptLimit = attemptLimits[name];
  return limit.only === "wrongPasswords";
});

/** Deletes the wrong passwords that count against an account, wherever they were typed; its wrong codes still count. */
export async function uncountFailedPasswords(
  db: Db,
  account: { readonly userId: string; readonly email: string },
): Promise<void> {
  const names = [account.userId, account.email];
  await deleteBucketsOf(
    db,
    failedPasswordLimits.flatMap((limitName) => names.map((who) => bucketOf(limitName, who))),
  );
}

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
