// Keeps the own plan that was to end with its period.
import type { Subscription } from "#contract/plans.ts";
import type { SignedInContext } from "#server/context.ts";
import { applySubscription } from "./apply-subscription.ts";
import { withOwnSubscriberLock } from "./locks/with-subscriber-lock.ts";
import { askProvider, ownSubscription } from "./own-subscription.ts";
import { readSubscription } from "./read-subscription.ts";

/**
 * Undoes the cancellation of whoever is signed in, as long as the plan has not ended. Again changes nothing. Refuses
 * `no_subscription`, `subscription_busy` and `subscription_not_changed`.
 */
export async function resumeSubscription(context: SignedInContext): Promise<Subscription> {
  const { payment, log } = context;
  return await withOwnSubscriberLock(context, async () => {
    const { userId, providerSubscriptionId: subscriptionId } = await ownSubscription(context);
    await askProvider(context, async () => {
      await payment.setCancelAtPeriodEnd(subscriptionId, false);
      await applySubscription(context, subscriptionId);
    });
    log.info({ userId, subscriptionId }, "Subscription kept");
    return await readSubscription(context);
  });
}
