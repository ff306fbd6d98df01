// Holds somebody's plan still while it is decided whether they may subscribe.
import type { Db } from "#server/db/open.ts";
import { lockPlanProfile, selectLive } from "./subscription-queries.ts";

/**
 * Locks the person's plan until the database transaction of `db` ends, and says whether a subscription of theirs
 * may still bill.
 */
export async function lockSubscriber(
  db: Db,
  userId: string,
): Promise<{ readonly hasLiveSubscription: boolean }> {
  await lockPlanProfile(db, userId);
  return { hasLiveSubscription: (await selectLive(db, userId)) !== undefined };
}
