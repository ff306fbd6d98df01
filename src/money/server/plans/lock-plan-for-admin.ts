// Finds the account whose plan an admin changes: an open one, and not their own.
import { apiError } from "#platform/contract/errors.ts";
import type { OwnerContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { lockPlanProfileIfExists, type PlanProfile } from "./subscription-queries.ts";

/**
 * The profile, locked until the database transaction ends. Throws `own_account` (admins may not give themselves what
 * customers pay for), `not_found` and `account_closed`.
 */
export async function lockPlanForAdmin(
  { actsOn }: OwnerContext,
  db: Db,
  userId: string,
): Promise<PlanProfile> {
  const profile = await lockPlanProfileIfExists(db, userId);
  if (profile === undefined) throw apiError("not_found");
  await actsOn(db, "plan", userId);
  if (profile.closedAt !== null) throw apiError("account_closed");
  return profile;
}
