// Attempts are counted in the database, so that limits hold across server processes.
import type { ApiError } from "#platform/rules/api-error.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { Db } from "#platform/server/db/open.ts";
import { limitedNetwork } from "#platform/server/ip-address.ts";
import { attemptLimits, limitNames, type AttemptLimit, type LimitName } from "./attempt-limits.ts";
import {
  deleteAttempt,
  deleteBucketsOf,
  findOldestAttempt,
  insertAttemptWithin,
} from "./attempt-queries.ts";

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
export async function limitReached(
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
