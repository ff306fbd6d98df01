// Attempts are counted in the database, so that limits hold across server processes.
import type { ApiError } from "#core/api-error.ts";
import { apiError } from "#contract/errors.ts";
import type { Db } from "#server/db/open.ts";
import { limitedNetwork } from "#server/ip-address.ts";
import {
  deleteAttempt,
  deleteBucketsOf,
  findOldestAttempt,
  insertAttemptWithin,
} from "./attempt-queries.ts";

/** At most `attempts` within the last `seconds`: all of them, or only those whose password was wrong or right. */
export type AttemptLimit = {
  readonly attempts: number;
  readonly seconds: number;
  readonly only?: "wrongPasswords" | "rightPasswords";
};

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** All limits; the name of each ends with what it counts separately, or for how long. */
export const attemptLimits = {
  // Of an account, each network and each known device on its own (`src/server/auth/begin-sign-in.ts`).
  failedSignInsPerAccount: { attempts: 5, seconds: 15 * minute, only: "wrongPasswords" },
  signInsPerAccount: { attempts: 30, seconds: 15 * minute, only: "rightPasswords" },
  // Of an account, all devices together that it does not know.
  failedSignInsPerHour: { attempts: 200, seconds: hour, only: "wrongPasswords" },
  failedSignInsPerDay: { attempts: 1_000, seconds: day, only: "wrongPasswords" },
  // Of an account, each known device on its own and all others together.
  failedCodesPerAccount: { attempts: 10, seconds: hour },
  // Without those of devices that the account knows.
  signInsPerAddress: { attempts: 30, seconds: 5 * minute },
  failedPasswordChecksPerSession: { attempts: 5, seconds: 15 * minute, only: "wrongPasswords" },
  passwordChecksPerAddress: { attempts: 60, seconds: 15 * minute },
  passwordChecksPerAccount: { attempts: 30, seconds: 15 * minute },
  passwordResetsPerAddress: { attempts: 30, seconds: 15 * minute },
  passwordResetsPerAccount: { attempts: 5, seconds: 15 * minute },
  signUpsPerAddress: { attempts: 30, seconds: hour },
  emailsPerMinute: { attempts: 1, seconds: minute },
  emailsPerHour: { attempts: 5, seconds: hour },
  checkoutsPerAccount: { attempts: 20, seconds: hour },
  uploadsPerAccount: { attempts: 200, seconds: hour },
  pastedTextsPerAccount: { attempts: 300, seconds: hour },
  parcelChangesPerAccount: { attempts: 600, seconds: hour },
  claimsPerAccount: { attempts: 10, seconds: day },
  registrationsPerAccount: { attempts: 50, seconds: day },
  receivingPerAccount: { attempts: 300, seconds: minute },
  parcelImagesPerAccount: { attempts: 2_000, seconds: hour },
  comparisonsPerAddress: { attempts: 300, seconds: hour },
  reconciliationsPerAccount: { attempts: 10, seconds: hour },
  rejectedActionsPerAccount: { attempts: 120, seconds: hour },
  sharedPackagesPerAddress: { attempts: 300, seconds: hour },
  pushSubscriptionsPerAccount: { attempts: 60, seconds: hour },
  testPushesPerAccount: { attempts: 10, seconds: hour },
  errorReportsPerAccount: { attempts: 60, seconds: hour },
} as const satisfies Record<string, AttemptLimit>;

export type LimitName = keyof typeof attemptLimits;

export const limitNames = Object.keys(attemptLimits) as LimitName[];

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
