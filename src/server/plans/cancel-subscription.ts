// Ends the own plan with the period that is paid.
import type { Subscription } from "#contract/plans.ts";
import { apiError } from "#contract/errors.ts";
import type { SignedInContext } from "#server/context.ts";
import { applySubscription } from "./apply-subscription.ts";
import { withOwnSubscriberLock } from "./locks/with-subscriber-lock.ts";
import { isUnsettled } from "./plan-state.ts";
import { askProvider, ownSubscription, refreshedSubscription } from "./own-subscription.ts";
import { readSubscription } from "./read-subscription.ts";

/**
 * Has the plan of whoever is signed in end with the period that is paid; until then it stays, and can be kept after
 * all. Where the present period is not paid (overdue, unpaid, paused) there is nothing to wait for, and it ends at
 * once. Again changes nothing. Refuses `no_subscription`, `subscription_busy` and `subscription_not_changed`.
 */
export async function cancelSubscription(context: SignedInContext): Promise<Subscription> {
  await ownSubscription(context);
  return await withOwnSubscriberLock(context, async () => {
    const canceled = await askProvider(context, () => cancel(context));
    context.log.info(canceled, "Subscription canceled");
    return await readSubscription(context);
  });
}

async function cancel(context: SignedInContext) {
  const { payment } = context;
  // A bill that was open may be paid by now, and then there is a month to wait for.
  const { userId, providerStatus, ...stored } = await refreshedSubscription(context);
  const subscriptionId = stored.providerSubscriptionId;
  if (isUnsettled(providerStatus)) await payment.cancelSubscription(subscriptionId);
  else await payment.setCancelAtPeriodEnd(subscriptionId, true);
  if (!(await applySubscription(context, subscriptionId))) throw apiError("no_subscription");
  return { userId, subscriptionId };
}
