import type { CountedLimit } from "#platform/contract/limits.ts";
import type { SignedInContext, AppServices } from "#platform/server/context.ts";
import { limitedNetwork } from "#platform/server/ip-address.ts";
import { listBuckets, deleteBucket, deleteAttemptsBefore } from "./attempt-queries.ts";
import { windowStart, bucketOf } from "./count-attempt.ts";
import { attemptLimits, limitNames } from "#platform/rules/attempt-limits.ts";
import { accountOf } from "#platform/rules/counted-account.ts";
import { apiError } from "#platform/contract/errors.ts";

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

/** Deletes what the limit counts of `who` and records it in the audit log. Throws `not_found` when it counts nothing, and `own_account`. */
export async function liftLimit(
  context: SignedInContext,
  input: { readonly limit: string; readonly who: string },
): Promise<Record<string, never>> {
  const { who } = input;
  const limit = limitNames.find((name) => name === input.limit);
  if (limit === undefined) throw apiError("not_found");
  const { db } = context;
  const now = context.now();
  const attempts = await deleteBucket(db, bucketOf(limit, who), windowStart(limit, now));
  if (attempts === 0) throw apiError("not_found");
  const { id, email } = context.session.person;
  const isOwn = [id, email.toLowerCase()].includes(accountOf(who));
  await context.actsOn(db, "limit", isOwn ? id : null);
  await context.auditOf(`${limit}:${who}`, {
    before: { attempts },
    after: { attempts: 0 },
  });
  return {};
}

/**
 * Deletes attempts that no limit counts any more, and returns how many; a recurring job. A bucket is named after an account,
 * an address or a network, and is otherwise emptied only by its next attempt.
 */
export async function deleteOldAttempts({
  db,
  now,
}: Pick<AppServices, "db" | "now">): Promise<number> {
  const starts = limitNames.map((limitName) => windowStart(limitName, now()).getTime());
  return await deleteAttemptsBefore(db, new Date(Math.min(...starts)));
}
