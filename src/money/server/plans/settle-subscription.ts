import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { PaymentError } from "#money/server/adapters/payment/payment.ts";
import { getOwnSubscription } from "./change-at-provider.ts";

/**
 * The address of the provider's page on which the signed-in customer pays the open invoice of their subscription, or
 * gives another card where none is open. The result arrives as a provider event. Throws `no_subscription` and
 * `checkout_failed`.
 */
export async function settleSubscription(context: SignedInContext): Promise<{ url: string }> {
  const { payment, config, log } = context;
  const { providerSubscriptionId: subscriptionId } = await getOwnSubscription(context);
  try {
    const subscription = await payment.readSubscription(subscriptionId);
    if (subscription === null) throw apiError("no_subscription");
    const url = await payment.openSettlement({
      subscriptionId,
      customerId: subscription.customerId,
      returnUrl: `${config.publicUrl}/dashboard/settings`,
    });
    if (url === null) throw apiError("checkout_failed");
    return { url };
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    log.warn({ subscriptionId, error }, "The settlement page of a subscription was not opened");
    throw apiError("checkout_failed");
  }
}
