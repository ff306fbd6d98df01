// Staff give a customer a plan without a bill, or take it back.
import type { Subscription } from "#contract/plans.ts";
import { apiError } from "#contract/errors.ts";
import type { PlanName } from "#core/plan.ts";
import { recordAdminAction } from "#server/audit/record-admin-action.ts";
import type { SignedInContext } from "#server/context.ts";
import { atomically, type Db } from "#server/db/open.ts";
import { requireReauthentication } from "#server/auth/require-reauthentication.ts";
import { beginComplimentaryMonth } from "./begin-complimentary-month.ts";
import { findComplimentaryMonth } from "./find-complimentary-month.ts";
import { readSubscriptionOf } from "#server/plans/read-subscription.ts";
import { lockOtherAccount } from "#server/plans/lock-other-account.ts";
import {
  selectLive,
  setCurrentPeriod,
  updatePlanProfile,
} from "#server/plans/subscription-queries.ts";

/**
 * Gives a customer `plan` from now on, its packages filled today and on this day of each month, or with null takes a
 * given plan back. The plan that somebody has been given already stays as it is, so that a repeat fills nothing. It
 * is on the record. Returns the plan as it is then.
 *
 * Refuses `reauthentication_required`, `missing_information`, `own_account`, `not_found`, `account_closed`, and
 * `subscription_exists` where the provider
 * may still bill: that subscription must be ended first.
 */
export async function giveComplimentaryPlan(
  context: SignedInContext,
  input: { userId: string; plan: PlanName | null; reason: string },
): Promise<Subscription> {
  requireReauthentication(context);
  if (input.reason === "") throw apiError("missing_information");
  return await atomically(context.db, (db) => giveComplimentaryPlanWithin(context, db, input));
}

/** The same as a part of the database transaction of `db`, where proof and reason were seen to. */
export async function giveComplimentaryPlanWithin(
  context: SignedInContext,
  db: Db,
  { userId, plan, reason }: { userId: string; plan: PlanName | null; reason: string },
): Promise<Subscription> {
  const profile = await lockOtherAccount(context, db, userId);
  if ((await selectLive(db, userId)) !== undefined) throw apiError("subscription_exists");
  await setComplimentaryPlan(context, db, userId, plan);
  const subscription = await readSubscriptionOf(db, userId);
  await recordAdminAction(db, {
    actorId: context.session.person.id,
    ipAddress: context.ipAddress,
    now: context.now(),
    action: "plans.giveComplimentaryPlan",
    target: userId,
    before: { subscription: profile.subscription, packageQuota: profile.packageQuota },
    after: { subscription: plan, packageQuota: subscription.packageQuota },
    reason,
  });
  return subscription;
}

async function setComplimentaryPlan(
  { now }: SignedInContext,
  db: Db,
  userId: string,
  plan: PlanName | null,
): Promise<void> {
  if (plan === null) {
    await setCurrentPeriod(db, userId, null);
    const nothing = { subscription: null, packageQuota: 0, maxWeightGrams: 0 };
    await updatePlanProfile(db, { userId, ...nothing }, now());
    return;
  }
  const month = await findComplimentaryMonth(db, userId);
  if (month?.plan === plan) return;
  await beginComplimentaryMonth(db, { userId, plan, complimentaryFrom: now() }, now());
}
