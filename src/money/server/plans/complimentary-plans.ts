import type { Subscription } from "#money/contract/plans.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { PlanName } from "#platform/rules/plan-name.ts";
import type { SignedInContext, AppServices } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import {
  findComplimentaryMonth,
  listUserIdsDueForRefill,
  insertComplimentaryMonth,
  updateCurrentPeriod,
} from "./period-queries.ts";
import { readSubscriptionOf } from "./plan-state.ts";
import { lockPlanForAdmin } from "./quota.ts";
import {
  findLiveSubscription,
  updatePlanProfile,
  lockPlanProfile,
} from "./subscription-queries.ts";
import "#money/server/announcements.ts";
import { monthPeriodAt } from "#platform/rules/calendar.ts";
import { planByName } from "#catalogue/rules/plan.ts";

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
  const { userId, plan, reason } = input;
  if (reason === "") throw apiError("missing_information");
  const { db } = context;
  const profile = await lockPlanForAdmin(context, db, userId);
  if ((await findLiveSubscription(db, userId)) !== undefined) throw apiError("subscription_exists");
  const isChanged = await setComplimentaryPlan(context, db, userId, plan);
  const subscription = await readSubscriptionOf(db, userId);
  if (!isChanged) {
    context.unchanged();
    return subscription;
  }
  await context.audit({
    before: { subscription: profile.subscription, packageQuota: profile.packageQuota },
    after: { subscription: plan, packageQuota: subscription.packageQuota },
    reason,
  });
  return subscription;
}

/** Whether it was another plan before. */
async function setComplimentaryPlan(
  { listeners, jobs, now }: SignedInContext,
  db: Db,
  userId: string,
  plan: PlanName | null,
): Promise<boolean> {
  if (plan === null) {
    await updateCurrentPeriod(db, userId, null);
    const noPlan = { subscription: null, packageQuota: 0, maxWeightGrams: 0 };
    await updatePlanProfile(db, { userId, ...noPlan }, now());
    return true;
  }
  const month = await findComplimentaryMonth(db, userId);
  if (month?.plan === plan) return false;
  await beginComplimentaryMonth(db, { userId, plan, complimentaryFrom: now() }, now());
  await listeners.planStarted({ jobs, now }, db, { userId, plan });
  return true;
}

const batchSize = 200;

/**
 * Refills every complimentary plan whose month is over, and returns how many were refilled. Each month is filled once,
 * whatever runs at the same time and whatever the clock does; months that passed while no server ran are skipped.
 */
export async function refillComplimentaryPlans({
  db,
  now,
  log,
}: Pick<AppServices, "db" | "now" | "log">): Promise<number> {
  let refilled = 0;
  for (;;) {
    const userIds = await listUserIdsDueForRefill(db, now(), batchSize);
    for (const userId of userIds) {
      const isRefilled = await atomically(db, async (inner) => {
        await lockPlanProfile(inner, userId);
        const month = await findComplimentaryMonth(inner, userId);
        if (month === undefined || month.endsAt > now()) return false;
        const { plan, complimentaryFrom } = month;
        return await beginComplimentaryMonth(inner, { userId, plan, complimentaryFrom }, now());
      });
      if (isRefilled) refilled += 1;
    }
    if (userIds.length < batchSize) break;
  }
  if (refilled > 0) log.info({ refilled }, "Complimentary plans refilled");
  return refilled;
}

/**
 * Makes the month that `now` falls into, counted from `complimentaryFrom`, the customer's current one with the plan's
 * whole quota. It runs in the database transaction of `db`, which must hold the lock on the profile. Returns false and
 * changes nothing when that month has begun before.
 */
async function beginComplimentaryMonth(
  db: Db,
  complimentary: {
    readonly userId: string;
    readonly plan: PlanName;
    readonly complimentaryFrom: Date;
  },
  now: Date,
): Promise<boolean> {
  const { userId, plan, complimentaryFrom } = complimentary;
  const { startsAt, endsAt } = monthPeriodAt(complimentaryFrom, now);
  const month = { userId, plan, complimentaryFrom, startsAt, endsAt, createdAt: now };
  const periodId = await insertComplimentaryMonth(db, month);
  if (periodId === null) return false;
  await updateCurrentPeriod(db, userId, periodId);
  const { packageQuota, maxWeightGrams } = planByName(plan);
  await updatePlanProfile(db, { userId, subscription: plan, packageQuota, maxWeightGrams }, now);
  return true;
}
