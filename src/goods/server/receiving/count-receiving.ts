import type { SignedInContext } from "#platform/server/context.ts";
import { countAttempt } from "#platform/server/limits/count-attempt.ts";

/** Counts a request that records something at the desk. Throws `too_many_requests` after 300 in a minute. */
export async function countReceiving({ db, session, now }: SignedInContext): Promise<void> {
  await countAttempt(db, "receivingPerAccount", session.person.id, now());
}
