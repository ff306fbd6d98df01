// Ends the own plan with the period that is paid.
import type { Subscription } from "#contract/plans.ts";
import { refusal } from "#contract/problems.ts";
import type { SignedInContext } from "#server/context.ts";
import { applySubscription } from "./apply-subscription.ts";
import { isUnsettled } from "./plan-state.ts";
import { askProvider, ownSubscription } from "./own-subscription.ts";
import { readSubscription } from "./read-subscription.ts";

/**
 * Has the plan of whoever is signed in end with the period that is paid; until then it stays, and can be kept after
 * all. Where the present period is not paid (overdue, unpaid, paused) there is nothing to wait for, and it ends at
 * once. Again changes nothing. Refuses `no_subscription` and `subscription_not_changed`.
 */
export async function cancelSubscription(context: SignedInContext): Promise<Subscription> {
  const { payment, log } = context;
  const kept = await ownSubscription(context);
  const subscriptionId = kept.providerSubscriptionId;
  await askProvider(context, async () => {
    if (isUnsettled(kept.providerStatus)) await payment.cancelSubscription(subscriptionId);
    else await payment.setCancelAtPeriodEnd(subscriptionId, true);
    if (!(await applySubscription(context, subscriptionId))) throw refusal("no_subscription");
  });
  log.info({ userId: kept.userId, subscriptionId }, "Subscription canceled");
  return await readSubscription(context);
}
