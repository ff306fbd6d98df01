import type { Subscription } from "#money/contract/plans.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext, OwnerContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { readSubscriptionOf } from "./plan-state.ts";
import {
  incrementAdjustment,
  decrementQuota,
  decrementUse,
  findCurrentPeriod,
  type CurrentPeriod,
} from "./period-queries.ts";
import {
  updatePlanProfile,
  incrementQuota,
  lockPlanProfileIfExists,
  type PlanProfile,
} from "./subscription-queries.ts";
import { lockCustomer } from "./locks/with-subscriber-lock.ts";

/**
 * Sets how many packages a customer may still add this month, and writes an audit entry. It is stored as an adjustment
 * of that month, so that later payments within it add to it and the next month is not affected. A repeat changes nothing.
 * Returns the new plan.
 *
 * Throws `missing_information`, `own_account`, `not_found`, `account_closed`, and
 * `no_subscription` without a plan.
 */
export async function adjustQuota(
  context: SignedInContext,
  input: { userId: string; packageQuota: number; reason: string },
): Promise<Subscription> {
  const { userId, packageQuota, reason } = input;
  if (reason === "") throw apiError("missing_information");
  const { db } = context;
  const profile = await lockPlanForAdmin(context, db, userId);
  if (profile.subscription === null) throw apiError("no_subscription");
  if (profile.packageQuota === packageQuota) {
    context.unchanged();
    return await readSubscriptionOf(db, userId);
  }
  await incrementAdjustment(db, userId, packageQuota - profile.packageQuota);
  await updatePlanProfile(db, { ...profile, packageQuota }, context.now());
  await context.audit({
    before: { packageQuota: profile.packageQuota },
    after: { packageQuota },
    reason,
  });
  return await readSubscriptionOf(db, userId);
}

/**
 * Takes one package off the customer's current month, in the database transaction of `db`; returns false and changes
 * nothing when they have no plan or no package left. The profile stays locked until the transaction ends, so that no
 * package is spent twice. Not for admins, who have no quota.
 */
export async function spendQuota(db: Db, userId: string): Promise<boolean> {
  return await decrementQuota(db, userId);
}

/**
 * Gives one package back to the customer's current month, in the database transaction of `db`, which must hold the lock
 * on the profile. `monthId` is the current month, whose quota the package used.
 */
export async function returnQuota(db: Db, userId: string, monthId: string): Promise<void> {
  await decrementUse(db, monthId);
  await incrementQuota(db, userId);
}

/** The customer's current month; undefined without a plan. */
export async function findCurrentMonth(db: Db, userId: string): Promise<CurrentPeriod | undefined> {
  return await findCurrentPeriod(db, userId);
}

/**
 * The same with the profile locked until the transaction ends, so that no other month can become the current one; null
 * without a plan. Throws `account_closed`.
 */
export async function lockCurrentMonth(db: Db, userId: string): Promise<CurrentPeriod | null> {
  await lockCustomer(db, userId);
  return (await findCurrentMonth(db, userId)) ?? null;
}

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
