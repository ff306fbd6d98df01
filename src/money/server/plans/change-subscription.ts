import { sentence } from "#platform/server/translate.ts";
import type { Subscription } from "#money/contract/plans.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { PlanName } from "#platform/rules/plan-name.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { countAttempt } from "#platform/server/limits/count-attempt.ts";
import { PaymentError } from "#money/server/adapters/payment/payment.ts";
import { applySubscription } from "./apply-subscription.ts";
import { withOwnSubscriberLock } from "./locks/with-subscriber-lock.ts";
import { decidePlanChange } from "./plan-state.ts";
import { readSubscription } from "./read-subscription.ts";
import {
  findGrantingSubscription,
  type Subscription as StoredSubscription,
} from "./subscription-queries.ts";

type GrantingSubscription = StoredSubscription & { readonly plan: PlanName };

/**
 * Changes the plan of the signed-in customer. A larger one is billed for the rest of the month and counts once that is
 * paid; a smaller one follows with the next month, and until then the present one can be chosen again. Calls at the
 * same time run one after the other, each on the result of the one before. Returns the new plan.
 *
 * Throws `no_subscription`, `same_plan`, `card_declined`, `checkout_failed`, `too_many_requests`, `subscription_busy`,
 * and `conflict` while a renewal is overdue or for a smaller plan after one that ends.
 */
export async function changeSubscription(
  context: SignedInContext,
  input: { plan: PlanName },
): Promise<Subscription> {
  const { db, log, now } = context;
  const userId = context.session.person.id;
  await getGrantingSubscription(context);
  // Counted before any call to the provider, since those are the cost that is limited.
  await countAttempt(db, "checkoutsPerAccount", userId, now());
  return await withOwnSubscriberLock(context, async () => {
    try {
      return await change(context, input.plan);
    } catch (error) {
      if (!(error instanceof PaymentError)) throw error;
      log.warn({ userId, error }, "Plan not changed");
      throw apiError("checkout_failed", {}, sentence("errors.planNotChanged"));
    }
  });
}

async function getGrantingSubscription({
  db,
  session,
}: SignedInContext): Promise<GrantingSubscription> {
  const stored = await findGrantingSubscription(db, session.person.id);
  if (stored === undefined || stored.plan === null) throw apiError("no_subscription");
  return { ...stored, plan: stored.plan };
}

async function change(context: SignedInContext, wanted: PlanName): Promise<Subscription> {
  const before = await getGrantingSubscription(context);
  const subscriptionId = before.providerSubscriptionId;
  // The stored state may be older than a change during which a process died; a change based on it would bill twice.
  await applySubscription(context, subscriptionId);
  const stored = await getGrantingSubscription(context);
  const isAlreadyDone =
    stored.plan === wanted && before.plan !== wanted && stored.nextPlan === null;
  const takesEffect = isAlreadyDone ? null : decide(stored, wanted);
  if (takesEffect === null) return await readSubscription(context);
  const outcome = await context.payment.changePlan({
    subscriptionId,
    from: stored.plan,
    to: wanted,
    takesEffect,
    // A network retry has the same key; a change after this one has another version and so another key.
    idempotencyKey: `plan-${subscriptionId}-${stored.version}-${wanted}`,
  });
  await applySubscription(context, subscriptionId);
  if (outcome === "declined") throw apiError("card_declined");
  context.log.info({ userId: stored.userId, plan: wanted, takesEffect }, "Plan changed");
  return await readSubscription(context);
}

function decide(stored: GrantingSubscription, wanted: PlanName): "now" | "next_period" | null {
  const decision = decidePlanChange({ ...stored, status: stored.providerStatus }, wanted);
  switch (decision.kind) {
    case "now":
    case "next_period":
      return decision.kind;
    case "nothing":
      return null;
    case "same_plan":
      throw apiError("same_plan");
    case "overdue":
      throw apiError("conflict", {}, sentence("errors.planPaymentFailed"));
    case "ending":
      throw apiError("conflict", {}, sentence("errors.planEnding"));
  }
}
