// Opens the provider's page for a checkout of ours, or finds it open.
import { apiError } from "#contract/errors.ts";
import type { SignedInContext } from "#server/context.ts";
import { ensureStripeCustomer } from "#server/payments/ensure-stripe-customer.ts";
import { updateCustomer, updateSession, type Checkout } from "./checkout-queries.ts";

const lifeMilliseconds = 12 * 60 * 60 * 1000;

/**
 * The address on which the checkout is paid. The provider is asked under the checkout's own id, so that a repeat, also
 * after a death of the process at any moment, leads to the same page. Refuses with `idempotency_key_reused` a checkout that
 * is over, and with `checkout_failed` one whose place another took meanwhile. Throws PaymentError.
 */
export async function openCheckout(context: SignedInContext, checkout: Checkout): Promise<string> {
  const { db, payment } = context;
  const { checkoutId, plan } = checkout;
  if (checkout.sessionId !== null) return await addressOfOpened(context, checkout.sessionId);
  if (checkout.state !== "open") throw isOver();
  const upgradeUrl = `${context.config.publicUrl}/dashboard/upgrade`;
  const session = await ensureStripeCustomer(
    context,
    context.session.person,
    async (customerId) => {
      await updateCustomer(db, checkoutId, customerId);
      return await payment.createSubscriptionCheckout({
        checkoutId,
        customerId,
        plan,
        // From the checkout's own time, so that a repeat asks the provider for exactly the same.
        expiresAt: new Date(checkout.createdAt.getTime() + lifeMilliseconds),
        successUrl: `${upgradeUrl}?success=true&session_id={CHECKOUT_SESSION_ID}`,
        cancelUrl: `${upgradeUrl}?canceled=true`,
      });
    },
  );
  if (!(await updateSession(db, checkoutId, session.sessionId))) {
    await payment.expireCheckoutSession(session.sessionId);
    throw apiError(
      "checkout_failed",
      {},
      "Another checkout was opened meanwhile. Please go on there, or start again.",
    );
  }
  if (session.url === null) throw isOver();
  return session.url;
}

async function addressOfOpened(context: SignedInContext, sessionId: string): Promise<string> {
  const session = await context.payment.readCheckoutSession(sessionId);
  if (session?.state !== "open" || session.url === null) throw isOver();
  return session.url;
}

function isOver() {
  return apiError("idempotency_key_reused", {}, "This checkout is over. Please start again.");
}
