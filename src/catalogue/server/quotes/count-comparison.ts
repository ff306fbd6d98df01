import type { Context } from "#platform/server/context.ts";
import { countAttempt } from "#platform/server/limits/count-attempt.ts";

/** Limits how often somebody who is not signed in compares; throws `too_many_requests`. */
export async function countComparison(context: Context): Promise<void> {
  if (context.session !== null) return;
  const { db, ipAddress } = context;
  await countAttempt(db, "comparisonsPerAddress", ipAddress, context.now());
}
