// Shows staff what counts against the limits on people's doors.
import type { CountedLimit } from "#contract/limits.ts";
import type { SignedInContext } from "#server/context.ts";
import { attemptLimits } from "./count-attempt.ts";
import { readLimits } from "./read-limits.ts";

/** One page of what counts at this moment, reached limits first; `search` matches any part of whom it counts. */
export async function listLimits(
  { db, now }: SignedInContext,
  input: { readonly search: string; readonly page: number; readonly pageSize: number },
): Promise<{ items: CountedLimit[]; total: number }> {
  const { search, page, pageSize } = input;
  const span = { search, offset: (page - 1) * pageSize, limit: pageSize };
  const { items, total } = await readLimits(db, span, now());
  return {
    items: items.map(({ limitName, who, attempts, endsAt }) => ({
      limit: limitName,
      who,
      attempts,
      mostAttempts: attemptLimits[limitName].attempts,
      withinSeconds: attemptLimits[limitName].seconds,
      isReached: attempts >= attemptLimits[limitName].attempts,
      endsAt: endsAt.toISOString(),
    })),
    total,
  };
}
