// What counts against the limits at a moment, for staff to read and to lift.
import type { Db } from "#server/db/open.ts";
import { limitedNetwork } from "#server/ip-address.ts";
import { attemptLimits, bucketOf, type LimitName } from "./count-attempt.ts";
import { deleteBucket, deleteBuckets, selectBuckets } from "./attempt-queries.ts";

/** What one limit counts of one address, account or email. */
export type LimitCount = {
  readonly limitName: LimitName;
  readonly who: string;
  readonly attempts: number;
  /** When the oldest attempt that counts stops counting. */
  readonly endsAt: Date;
};

const limitNames = Object.keys(attemptLimits) as LimitName[];

/** Whether there is a limit of this name. */
export function isLimitName(name: string): name is LimitName {
  return Object.hasOwn(attemptLimits, name);
}

function sinceOf(limitName: LimitName, now: Date): Date {
  return new Date(now.getTime() - attemptLimits[limitName].seconds * 1000);
}

/** One page of what counts, the fullest first, of those whose `who` contains `search`, or is the network of that address; with the number of all. */
export async function readLimits(
  db: Db,
  page: { readonly search: string; readonly offset: number; readonly limit: number },
  now: Date,
): Promise<{ items: LimitCount[]; total: number }> {
  const windows = limitNames.map((limitName) => ({
    limitName,
    since: sinceOf(limitName, now),
    mostAttempts: attemptLimits[limitName].attempts,
  }));
  const { rows, total } = await selectBuckets(db, windows, {
    ...page,
    search: limitedNetwork(page.search),
  });
  const items = rows.map(({ limitName, who, attempts, oldestAt }) => ({
    limitName,
    who,
    attempts,
    endsAt: new Date(oldestAt.getTime() + attemptLimits[limitName].seconds * 1000),
  }));
  return { items, total };
}

/** Forgets what a limit counts of `who`; answers how many attempts counted. */
export async function uncountAttempts(
  db: Db,
  limitName: LimitName,
  who: string,
  now: Date,
): Promise<number> {
  return await deleteBucket(db, bucketOf(limitName, who), sinceOf(limitName, now));
}

/** Forgets what every limit counts of these addresses, accounts or emails. */
export async function uncountAllAttempts(db: Db, everybody: readonly string[]): Promise<void> {
  await deleteBuckets(
    db,
    limitNames.flatMap((limitName) => everybody.map((who) => bucketOf(limitName, who))),
  );
}
