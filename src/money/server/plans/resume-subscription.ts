import type { Subscription } from "#money/contract/plans.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { applySubscription } from "./apply-subscription.ts";
import { withOwnSubscriberLock } from "./locks/with-subscriber-lock.ts";
import { changeAtProvider, getOwnSubscription } from "./change-at-provider.ts";
import { readSubscription } from "./read-subscription.ts";

/**
 * Undoes the cancellation of the signed-in customer, as long as the plan has not ended. A repeat changes nothing. Throws
 * `no_subscription`, `subscription_busy` and `subscription_not_changed`.
 */
export async function resumeSubscription(context: SignedInContext): Promise<Subscription> {
  const { payment, log } = context;
  return await withOwnSubscriberLock(context, async () => {
    const { userId, providerSubscriptionId: subscriptionId } = await getOwnSubscription(context);
    await changeAtProvider(context, async () => {
      await payment.setCancelAtPeriodEnd(subscriptionId, false);
      await applySubscription(context, subscriptionId);
    });
    log.info({ userId, subscriptionId }, "Subscription resumed");
    return await readSubscription(context);
  });
}
