// What the state of a subscription means for the plan, and what customers read about it.
import { subscriptionMeaning } from "#money/rules/payment.ts";
import { isDowngrade, unsettledStatuses } from "#catalogue/rules/plan.ts";
import type { PlanInvoice, ProviderSubscription } from "#money/server/adapters/payment/payment.ts";
import type { PlanName } from "#platform/rules/plan-name.ts";
import type { Subscription } from "#money/contract/plans.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { findComplimentaryMonth } from "./period-queries.ts";
import {
  findGrantingSubscription,
  findLiveSubscription,
  getPlanProfile,
} from "./subscription-queries.ts";

/** The plan of the signed-in customer, what is left of it this month, and when its period ends. */
export async function readSubscription({ db, session }: SignedInContext): Promise<Subscription> {
  return await readSubscriptionOf(db, session.person.id);
}

/** The same of any account. */
export async function readSubscriptionOf(db: Db, userId: string): Promise<Subscription> {
  const profile = await getPlanProfile(db, userId);
  const granting = await findGrantingSubscription(db, userId);
  const live = granting ?? (await findLiveSubscription(db, userId));
  const { subscription, packageQuota, maxWeightGrams, chosenPlan } = profile;
  const unsettled =
    live !== undefined && isUnsettled(live.providerStatus) ? live.providerStatus : null;
  const shared = { subscription, packageQuota, maxWeightGrams, chosenPlan, unsettled };
  if (subscription === null || granting === undefined) {
    return {
      ...shared,
      status: subscription === null ? "none" : "complimentary",
      currentPeriodEndsAt: (await findComplimentaryMonth(db, userId))?.endsAt.toISOString() ?? null,
      cancelsAtPeriodEnd: false,
      nextPlan: null,
    };
  }
  return {
    ...shared,
    status: granting.providerStatus === "past_due" ? "past_due" : "active",
    currentPeriodEndsAt: granting.currentPeriodEndsAt.toISOString(),
    cancelsAtPeriodEnd: granting.cancelsAtPeriodEnd,
    nextPlan: granting.nextPlan,
  };
}

/** What a subscription grants. `nextPlan` follows at the period's end, when it is another. */
type PlanState = {
  readonly plan: PlanName | null;
  readonly nextPlan: PlanName | null;
  readonly grantsPlan: boolean;
  readonly isLive: boolean;
};

/**
 * The state of a subscription from its status and its paid invoices, in the order of what they pay for. The plan is
 * the one last paid for, whatever the next invoice will bill: a larger one counts once it is paid, a smaller one
 * from the invoice on that begins the next month. An active subscription without any invoice grants what it bills.
 */
export function planState(
  subscription: Pick<ProviderSubscription, "status" | "plan" | "cancelsAtPeriodEnd">,
  invoices: readonly Pick<PlanInvoice, "plan">[],
): PlanState {
  const { grantsPlan, isLive } = subscriptionMeaning(subscription.status);
  const paid = invoices.at(-1)?.plan ?? null;
  const plan = paid ?? (grantsPlan ? subscription.plan : null);
  const isFollowed = grantsPlan && !subscription.cancelsAtPeriodEnd && subscription.plan !== plan;
  return {
    plan,
    nextPlan: isFollowed ? subscription.plan : null,
    grantsPlan: grantsPlan && plan !== null,
    isLive,
  };
}

/** Whether a payment or a valid card is missing. */
export function isUnsettled(status: string): status is (typeof unsettledStatuses)[number] {
  return unsettledStatuses.some((unsettled) => unsettled === status);
}

/** Whether one of the paid invoices began the present period of a subscription, or a later one. */
export function isPeriodPaid(
  { periodEndsAt }: Pick<ProviderSubscription, "periodEndsAt">,
  paid: readonly Pick<PlanInvoice, "beginsPeriod" | "endsAt">[],
): boolean {
  return paid.some(({ beginsPeriod, endsAt }) => beginsPeriod && endsAt >= periodEndsAt);
}

/** How a change of plan is made, or why it is not. */
type PlanChangeDecision =
  | { readonly kind: "now" | "next_period"; readonly from: PlanName }
  | { readonly kind: "nothing" | "same_plan" | "overdue" | "ending" };

/**
 * How a change to `newPlan` is made: upgrades now, downgrades with the next month. Choosing the present plan again
 * undoes a scheduled downgrade. While a renewal is overdue nothing changes, since an unpaid month cannot be credited
 * against a new price; a plan that ends can be upgraded until then, but no other plan can follow it.
 */
export function decidePlanChange(
  current: {
    readonly plan: PlanName;
    readonly nextPlan: PlanName | null;
    readonly status: string;
    readonly cancelsAtPeriodEnd: boolean;
  },
  newPlan: PlanName,
): PlanChangeDecision {
  const { plan, nextPlan, status, cancelsAtPeriodEnd } = current;
  if (newPlan === plan && nextPlan === null) return { kind: "same_plan" };
  if (newPlan === nextPlan && isDowngrade(plan, newPlan)) return { kind: "nothing" };
  if (status === "past_due") return { kind: "overdue" };
  if (newPlan === plan) return { kind: "next_period", from: plan };
  if (!isDowngrade(plan, newPlan)) return { kind: "now", from: plan };
  return cancelsAtPeriodEnd ? { kind: "ending" } : { kind: "next_period", from: plan };
}
