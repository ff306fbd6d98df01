// Changes the own plan: upwards at once, downwards with the next month.
import type { Subscription } from "#contract/plans.ts";
import { refusal } from "#contract/problems.ts";
import type { PlanName } from "#core/plan.ts";
import type { SignedInContext } from "#server/context.ts";
import { countAttempt } from "#server/limits/count-attempt.ts";
import { PaymentError } from "#server/outside/payment/payment.ts";
import { applySubscription } from "./apply-subscription.ts";
import { decidePlanChange } from "./plan-state.ts";
import { readSubscription } from "./read-subscription.ts";
import { selectGranting, type Subscription as KeptSubscription } from "./store.ts";

/**
 * Changes the plan of whoever is signed in. A larger one is billed by the provider for the rest of the month and
 * counts once that is paid; a smaller one follows with the next month, and until then the present one can be chosen
 * again. Returns the plan as it is then.
 *
 * Refuses `no_subscription`, `same_plan`, `card_declined`, `checkout_failed`, `too_many_requests`, and with `conflict`
 * a change while a renewal is overdue or a smaller plan after one that ends.
 */
export async function changeSubscription(
  context: SignedInContext,
  input: { plan: PlanName },
): Promise<Subscription> {
  const { db, log, now } = context;
  const userId = context.session.person.id;
  const kept = await selectGranting(db, userId);
  if (kept === undefined || kept.plan === null) throw refusal("no_subscription");
  const takesEffect = decide({ ...kept, plan: kept.plan }, input.plan);
  if (takesEffect === null) return await readSubscription(context);
  if ((await countAttempt(db, "checkoutsPerAccount", userId, now())) === null) {
    throw refusal("too_many_requests");
  }
  try {
    const subscriptionId = kept.providerSubscriptionId;
    const outcome = await context.payment.changePlan({
      subscriptionId,
      from: kept.plan,
      to: input.plan,
      takesEffect,
      // Two clicks on the same state are one change; after whatever came of it the next is another.
      idempotencyKey: `plan-${subscriptionId}-${kept.version}-${input.plan}`,
    });
    await applySubscription(context, subscriptionId);
    if (outcome === "declined") throw refusal("card_declined");
    log.info({ userId, plan: input.plan, takesEffect }, "Plan changed");
    return await readSubscription(context);
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    log.warn({ userId, error }, "Plan not changed");
    throw refusal("checkout_failed", {}, "Could not change your plan. Please try again.");
  }
}

function decide(
  kept: KeptSubscription & { readonly plan: PlanName },
  wanted: PlanName,
): "now" | "next_period" | null {
  const decision = decidePlanChange({ ...kept, status: kept.providerStatus }, wanted);
  switch (decision.kind) {
    case "now":
    case "next_period":
      return decision.kind;
    case "nothing":
      return null;
    case "same_plan":
      throw refusal("same_plan");
    case "overdue":
      throw refusal(
        "conflict",
        {},
        "The last payment for your plan failed. Please settle it first.",
      );
    case "ending":
      throw refusal(
        "conflict",
        {},
        "Your plan ends with this period. Keep it before you choose what follows.",
      );
  }
}
