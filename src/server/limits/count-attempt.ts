// Limits how often something may be tried, counted in the database so that every server process agrees.
import type { Db } from "#server/db/open.ts";
import { limitedNetwork } from "#server/ip-address.ts";
import { deleteAttempt, insertAttemptWithin } from "./attempt-queries.ts";

/** At most `attempts` within the last `seconds`. */
export type AttemptLimit = { readonly attempts: number; readonly seconds: number };

const minute = 60;
const hour = 60 * minute;

/** The limits on people's doors; each names what one bucket counts. */
export const attemptLimits = {
  failedSignInsPerAccount: { attempts: 5, seconds: 15 * minute },
  failedCodesPerAccount: { attempts: 10, seconds: hour },
  signInsPerAddress: { attempts: 30, seconds: 5 * minute },
  signInsPerAccount: { attempts: 100, seconds: 15 * minute },
  passwordChecksPerAddress: { attempts: 60, seconds: 15 * minute },
  passwordChecksPerAccount: { attempts: 30, seconds: 15 * minute },
  passwordResetsPerAddress: { attempts: 30, seconds: 15 * minute },
  passwordResetsPerAccount: { attempts: 5, seconds: 15 * minute },
  signUpsPerAddress: { attempts: 30, seconds: hour },
  emailsPerMinute: { attempts: 1, seconds: minute },
  emailsPerHour: { attempts: 5, seconds: hour },
  checkoutsPerAccount: { attempts: 20, seconds: hour },
  uploadsPerAccount: { attempts: 200, seconds: hour },
  reconciliationsPerAccount: { attempts: 10, seconds: hour },
  refusedEntriesPerAccount: { attempts: 120, seconds: hour },
  errorReportsPerAccount: { attempts: 60, seconds: hour },
} as const satisfies Record<string, AttemptLimit>;

export type LimitName = keyof typeof attemptLimits;

/** Where attempts of `who` are counted: an address counts for its whole network, as one visitor has all of it. */
export function bucketOf(limitName: LimitName, who: string): string {
  return `${limitName}:${limitName.endsWith("PerAddress") ? limitedNetwork(who) : who}`;
}

/**
 * Counts one attempt of `who` under the named limit. Answers the attempt's number, to be given to
 * `forgetAttempt` when it shall not count after all, or null when the limit is reached: then nothing is counted.
 * Exact also when many arrive at once. `who` is an address, an account or an email in lower case.
 */
export async function countAttempt(
  db: Db,
  limitName: LimitName,
  who: string,
  now: Date,
): Promise<bigint | null> {
  const { attempts, seconds } = attemptLimits[limitName];
  const since = new Date(now.getTime() - seconds * 1000);
  return await insertAttemptWithin(db, {
    bucket: bucketOf(limitName, who),
    attempts,
    since,
    now,
  });
}

/** Takes an attempt back, so that it does not count. */
export async function uncountAttempt(db: Db, attempt: bigint): Promise<void> {
  await deleteAttempt(db, attempt);
}
