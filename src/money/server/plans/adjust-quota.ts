import type { Subscription } from "#money/contract/plans.ts";
import { apiError } from "#platform/contract/errors.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { readSubscriptionOf } from "./read-subscription.ts";
import { lockPlanForAdmin } from "./lock-plan-for-admin.ts";
import { incrementAdjustment } from "./period-queries.ts";
import { updatePlanProfile } from "./subscription-queries.ts";

/**
 * Sets how many packages a customer may still add this month, and writes an audit entry. It is stored as an adjustment
 * of that month, so that later payments within it add to it and the next month is not affected. Returns the new plan.
 *
 * Throws `missing_information`, `own_account`, `not_found`, `account_closed`, and
 * `no_subscription` without a plan.
 */
export async function adjustQuota(
  context: SignedInContext,
  input: { userId: string; packageQuota: number; reason: string },
): Promise<Subscription> {
  if (input.reason === "") throw apiError("missing_information");
  return await atomically(context.db, (db) => adjustQuotaWithin(context, db, input));
}

/** The same within the database transaction of `db`; the caller has checked reauthentication and reason. */
export async function adjustQuotaWithin(
  context: SignedInContext,
  db: Db,
  { userId, packageQuota, reason }: { userId: string; packageQuota: number; reason: string },
): Promise<Subscription> {
  const profile = await lockPlanForAdmin(context, db, userId);
  if (profile.subscription === null) throw apiError("no_subscription");
  await incrementAdjustment(db, userId, packageQuota - profile.packageQuota);
  await updatePlanProfile(db, { ...profile, packageQuota }, context.now());
  await recordAdminAction(context, db, {
    action: "plans.adjustQuota",
    target: userId,
    before: { packageQuota: profile.packageQuota },
    after: { packageQuota },
    reason,
  });
  return await readSubscriptionOf(db, userId);
}
