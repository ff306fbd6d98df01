import { apiError } from "#contract/errors.ts";
import type { Context } from "#server/context.ts";
import { countAttempt } from "#server/limits/count-attempt.ts";

/** Limits how often somebody who is not signed in compares; throws `too_many_requests`. */
export async function countComparison(context: Context): Promise<void> {
  if (context.session !== null) return;
  const { db, ipAddress } = context;
  const attempt = await countAttempt(db, "comparisonsPerAddress", ipAddress, context.now());
  if (attempt === null) throw apiError("too_many_requests");
}
