// Finds the account whose plan staff change by hand: an open one, and not their own.
import { apiError } from "#contract/errors.ts";
import type { SignedInContext } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import { findPlanProfile, type PlanProfile } from "./subscription-queries.ts";

/**
 * The profile, locked until the database transaction ends. Refuses `own_account`, `not_found` and `account_closed`:
 * nobody gives themselves what customers pay for, and nothing comes to an account that nobody has any more.
 */
export async function lockOtherAccount(
  { session }: SignedInContext,
  db: Db,
  userId: string,
): Promise<PlanProfile> {
  if (userId === session.person.id) throw apiError("own_account");
  const profile = await findPlanProfile(db, userId);
  if (profile === undefined) throw apiError("not_found");
  if (profile.closedAt !== null) throw apiError("account_closed");
  return profile;
}
