import { sentence } from "#platform/server/translate.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { ensureStripeCustomer } from "#money/server/stripe-customers/ensure-stripe-customer.ts";
import {
  updateCheckoutCustomer,
  updateCheckoutSession,
  type Checkout,
} from "./checkout-queries.ts";

const lifetimeMilliseconds = 12 * 60 * 60 * 1000;

/**
 * The address of the provider's page on which the checkout is paid. The checkout's id is the idempotency key at the
 * provider, so that a repeat leads to the same page, also after the process died at any moment. Throws
 * `idempotency_key_reused` for a checkout that is over, `checkout_failed` for one that another replaced meanwhile, and
 * PaymentError.
 */
export async function openCheckout(context: SignedInContext, checkout: Checkout): Promise<string> {
  const { db, payment } = context;
  const { checkoutId, plan } = checkout;
  if (checkout.sessionId !== null) return await urlOfSession(context, checkout.sessionId);
  if (checkout.state !== "open") throw checkoutIsOver();
  const upgradeUrl = `${context.config.publicUrl}/dashboard/upgrade`;
  const session = await ensureStripeCustomer(
    context,
    context.session.person,
    async (customerId) => {
      await updateCheckoutCustomer(db, checkoutId, customerId);
      return await payment.createSubscriptionCheckout({
        checkoutId,
        customerId,
        plan,
        // Counted from the checkout's own time, since the provider requires a repeat to be identical.
        expiresAt: new Date(checkout.createdAt.getTime() + lifetimeMilliseconds),
        successUrl: `${upgradeUrl}?success=true&session_id={CHECKOUT_SESSION_ID}`,
        cancelUrl: `${upgradeUrl}?canceled=true`,
      });
    },
  );
  if (!(await updateCheckoutSession(db, checkoutId, session.sessionId))) {
    await payment.expireCheckoutSession(session.sessionId);
    throw apiError("checkout_failed", {}, sentence("errors.otherCheckoutOpened"));
  }
  if (session.url === null) throw checkoutIsOver();
  return session.url;
}

async function urlOfSession(context: SignedInContext, sessionId: string): Promise<string> {
  const session = await context.payment.readCheckoutSession(sessionId);
  if (session?.state !== "open" || session.url === null) throw checkoutIsOver();
  return session.url;
}

function checkoutIsOver() {
  return apiError("idempotency_key_reused", {}, sentence("errors.checkoutEnded"));
}
