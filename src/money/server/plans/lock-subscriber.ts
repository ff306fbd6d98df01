import type { Db } from "#platform/server/db/open.ts";
import { findLiveSubscription, lockProfileAlone } from "./subscription-queries.ts";

/**
 * Locks the customer's plan until the database transaction of `db` ends, and returns whether a subscription of theirs
 * may still be billed.
 */
export async function lockSubscriber(
  db: Db,
  userId: string,
): Promise<{ readonly hasLiveSubscription: boolean }> {
  await lockProfileAlone(db, userId);
  return { hasLiveSubscription: (await findLiveSubscription(db, userId)) !== undefined };
}
