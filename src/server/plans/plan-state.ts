// What the provider's words about a subscription mean here, decided in one place and without looking anything up.
import { subscriptionMeaning } from "#core/payment.ts";
import { isDowngrade, type PlanName } from "#core/plan.ts";
import type { PlanInvoice, ProviderSubscription } from "#server/adapters/payment/payment.ts";

/** What a subscription is worth. `nextPlan` follows at the period's end, when it is another. */
export type PlanState = {
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

/** The statuses in which the provider waits for a payment or for a card that works. */
export const unsettledStatuses = ["past_due", "unpaid", "paused"] as const;

/** Whether the provider waits for a payment or a card. */
export function isUnsettled(status: string): status is (typeof unsettledStatuses)[number] {
  return unsettledStatuses.some((unsettled) => unsettled === status);
}

/** What a wish for another plan leads to, or why it is refused. */
export type PlanChangeDecision =
  | { readonly kind: "now" | "next_period"; readonly from: PlanName }
  | { readonly kind: "nothing" | "same_plan" | "overdue" | "ending" };

/**
 * How a change to `wanted` is made: upwards now, downwards with the next month. Choosing the present plan again takes
 * a change that waits back. While a renewal is overdue nothing changes, since what was not paid for cannot be set
 * against a new price; a plan that ends can be made larger until then, but nothing can follow it.
 */
export function decidePlanChange(
  current: {
    readonly plan: PlanName;
    readonly nextPlan: PlanName | null;
    readonly status: string;
    readonly cancelsAtPeriodEnd: boolean;
  },
  wanted: PlanName,
): PlanChangeDecision {
  const { plan, nextPlan, status, cancelsAtPeriodEnd } = current;
  if (wanted === plan && nextPlan === null) return { kind: "same_plan" };
  if (wanted === nextPlan && isDowngrade(plan, wanted)) return { kind: "nothing" };
  if (status === "past_due") return { kind: "overdue" };
  if (wanted === plan) return { kind: "next_period", from: plan };
  if (!isDowngrade(plan, wanted)) return { kind: "now", from: plan };
  return cancelsAtPeriodEnd ? { kind: "ending" } : { kind: "next_period", from: plan };
}
