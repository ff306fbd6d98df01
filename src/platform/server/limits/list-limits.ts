import type { CountedLimit } from "#platform/contract/limits.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { limitedNetwork } from "#platform/server/ip-address.ts";
import { listBuckets } from "./attempt-queries.ts";
import { windowStart } from "./count-attempt.ts";
import { attemptLimits, limitNames } from "./attempt-limits.ts";

/**
 * One page of what counts at this moment, reached limits first. `search` matches any part of an address, account or
 * email, and an IPv6 address also the network it belongs to.
 */
export async function listLimits(
  context: SignedInContext,
  input: { readonly search: string; readonly page: number; readonly pageSize: number },
): Promise<{ items: CountedLimit[]; total: number }> {
  const { search, page, pageSize } = input;
  const now = context.now();
  const windows = limitNames.map((limitName) => ({
    limitName,
    since: windowStart(limitName, now),
    mostAttempts: attemptLimits[limitName].attempts,
  }));
  const { rows, total } = await listBuckets(context.db, windows, {
    search: limitedNetwork(search),
    offset: (page - 1) * pageSize,
    limit: pageSize,
  });
  const items = rows.map(({ limitName, who, attempts, oldestAt }) => {
    const { attempts: mostAttempts, seconds: withinSeconds } = attemptLimits[limitName];
    const endsAt = new Date(oldestAt.getTime() + withinSeconds * 1000).toISOString();
    const isReached = attempts >= mostAttempts;
    return { limit: limitName, who, attempts, mostAttempts, withinSeconds, isReached, endsAt };
  });
  return { items, total };
}
