import { apiError } from "#platform/contract/errors.ts";
import type { PlanName } from "#platform/rules/plan-name.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { PaymentError } from "#money/server/adapters/payment/payment.ts";
import { claimCheckout } from "./checkouts/claim-checkout.ts";
import { openCheckout } from "./checkouts/open-checkout.ts";
import { withOwnSubscriberLock } from "./locks/with-subscriber-lock.ts";

/**
 * Opens the provider's hosted checkout for `plan` and returns its address. Only a paid invoice grants the plan. A repeat
 * with the same idempotency key leads to the same page; a new key closes an earlier page that was not paid.
 *
 * Throws `subscription_exists`, `subscription_busy`, `idempotency_key_reused`, `checkout_failed`, `too_many_requests`.
 */
export async function startSubscription(
  context: SignedInContext,
  input: { plan: PlanName; idempotencyKey: string },
): Promise<{ url: string }> {
  return await withOwnSubscriberLock(context, () => start(context, input));
}

async function start(
  context: SignedInContext,
  input: { plan: PlanName; idempotencyKey: string },
): Promise<{ url: string }> {
  const userId = context.session.person.id;
  const { log } = context;
  try {
    const checkout = await claimCheckout(context, { userId, ...input });
    if (checkout.state === "paid") throw apiError("subscription_exists");
    const url = await openCheckout(context, checkout);
    log.info({ userId, plan: input.plan }, "Subscription checkout opened");
    return { url };
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    log.warn({ userId, error }, "Subscription checkout not opened");
    throw apiError("checkout_failed");
  }
}
