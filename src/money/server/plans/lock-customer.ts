import { apiError } from "#platform/contract/errors.ts";
import type { Db } from "#platform/server/db/open.ts";
import { lockPlanProfile, type PlanProfile } from "./subscription-queries.ts";

/**
 * Locks the customer's profile until the transaction of `db` ends, so that the operations of one customer run one after
 * the other. Throws `account_closed`.
 */
export async function lockCustomer(db: Db, userId: string): Promise<PlanProfile> {
  const profile = await lockPlanProfile(db, userId);
  if (profile.closedAt !== null) throw apiError("account_closed");
  return profile;
}

/** The same for staff, for whom a closed account's parcels arrive all the same. */
export async function lockAccount(db: Db, userId: string): Promise<PlanProfile> {
  return await lockPlanProfile(db, userId);
}
