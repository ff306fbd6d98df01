import type { Subscription } from "#contract/plans.ts";
import { apiError } from "#contract/errors.ts";
import type { SignedInContext } from "#server/context.ts";
import { applySubscription } from "./apply-subscription.ts";
import { withOwnSubscriberLock } from "./locks/with-subscriber-lock.ts";
import { isUnsettled } from "./plan-state.ts";
import {
  changeAtProvider,
  getOwnSubscription,
  getRefreshedSubscription,
} from "./change-at-provider.ts";
import { readSubscription } from "./read-subscription.ts";

/**
 * Sets the plan of the signed-in customer to end with the paid period; until then it can be resumed. It ends at once
 * where the present period is not paid (overdue, unpaid, paused). A repeat changes nothing. Throws `no_subscription`,
 * `subscription_busy` and `subscription_not_changed`.
 */
export async function cancelSubscription(context: SignedInContext): Promise<Subscription> {
  await getOwnSubscription(context);
  return await withOwnSubscriberLock(context, async () => {
    const canceled = await changeAtProvider(context, () => cancel(context));
    context.log.info(canceled, "Subscription canceled");
    return await readSubscription(context);
  });
}

async function cancel(context: SignedInContext) {
  const { payment } = context;
  // An open invoice may be paid by now, and then the paid month must not be cut short.
  const { userId, providerStatus, ...stored } = await getRefreshedSubscription(context);
  const subscriptionId = stored.providerSubscriptionId;
  if (isUnsettled(providerStatus)) await payment.cancelSubscription(subscriptionId);
  else await payment.setCancelAtPeriodEnd(subscriptionId, true);
  if (!(await applySubscription(context, subscriptionId))) throw apiError("no_subscription");
  return { userId, subscriptionId };
}
