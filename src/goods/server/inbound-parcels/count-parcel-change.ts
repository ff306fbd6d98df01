import type { SignedInContext } from "#platform/server/context.ts";
import { countAttempt } from "#platform/server/limits/count-attempt.ts";

/** Counts a request that changes own parcels, since each adds to histories that stay. Throws `too_many_requests`. */
export async function countParcelChange({ db, session, now }: SignedInContext): Promise<void> {
  await countAttempt(db, "parcelChangesPerAccount", session.person.id, now());
}
