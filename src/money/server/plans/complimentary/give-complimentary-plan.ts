import type { Subscription } from "#money/contract/plans.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { PlanName } from "#platform/rules/plan-name.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { beginComplimentaryMonth } from "./begin-complimentary-month.ts";
import { findComplimentaryMonth } from "./complimentary-queries.ts";
import { readSubscriptionOf } from "#money/server/plans/read-subscription.ts";
import { lockPlanForAdmin } from "#money/server/plans/lock-plan-for-admin.ts";
import { updateCurrentPeriod } from "#money/server/plans/period-queries.ts";
import {
  findLiveSubscription,
  updatePlanProfile,
} from "#money/server/plans/subscription-queries.ts";
import "#money/server/wallet/announcements.ts";

/**
 * Gives a customer `plan` without a bill, its packages filled today and on this day of each month, or with null takes
 * such a plan back; writes an audit entry. Giving the same plan again changes nothing, so that a repeat fills nothing.
 * Returns the new plan.
 *
 * Throws `missing_information`, `own_account`, `not_found`, `account_closed`, and
 * `subscription_exists` where the provider may still bill: that subscription must be ended first.
 */
export async function giveComplimentaryPlan(
  context: SignedInContext,
  input: { userId: string; plan: PlanName | null; reason: string },
): Promise<Subscription> {
  if (input.reason === "") throw apiError("missing_information");
  return await atomically(context.db, (db) => giveComplimentaryPlanWithin(context, db, input));
}

/** The same within the database transaction of `db`; the caller has checked reauthentication and reason. */
export async function giveComplimentaryPlanWithin(
  context: SignedInContext,
  db: Db,
  { userId, plan, reason }: { userId: string; plan: PlanName | null; reason: string },
): Promise<Subscription> {
  const profile = await lockPlanForAdmin(context, db, userId);
  if ((await findLiveSubscription(db, userId)) !== undefined) throw apiError("subscription_exists");
  await setComplimentaryPlan(context, db, userId, plan);
  const subscription = await readSubscriptionOf(db, userId);
  await recordAdminAction(context, db, {
    action: "plans.giveComplimentaryPlan",
    target: userId,
    before: { subscription: profile.subscription, packageQuota: profile.packageQuota },
    after: { subscription: plan, packageQuota: subscription.packageQuota },
    reason,
  });
  return subscription;
}

async function setComplimentaryPlan(
  { listeners, jobs, now }: SignedInContext,
  db: Db,
  userId: string,
  plan: PlanName | null,
): Promise<void> {
  if (plan === null) {
    await updateCurrentPeriod(db, userId, null);
    const noPlan = { subscription: null, packageQuota: 0, maxWeightGrams: 0 };
    await updatePlanProfile(db, { userId, ...noPlan }, now());
    return;
  }
  const month = await findComplimentaryMonth(db, userId);
  if (month?.plan === plan) return;
  await beginComplimentaryMonth(db, { userId, plan, complimentaryFrom: now() }, now());
  await listeners.planStarted({ jobs, now }, db, { userId, plan });
}
