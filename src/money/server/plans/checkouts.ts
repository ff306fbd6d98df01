import { apiError } from "#platform/contract/errors.ts";
import type { PlanName } from "#platform/rules/plan-name.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { PaymentError } from "#money/server/adapters/payment/payment.ts";
import { withOwnSubscriberLock, lockSubscriber } from "./locks/with-subscriber-lock.ts";
import { sentence } from "#platform/server/translate.ts";
import { ensureStripeCustomer } from "#money/server/stripe-customers/stripe-customers.ts";
import {
  updateCheckoutCustomer,
  updateCheckoutSession,
  type Checkout,
  findCheckoutByIdempotencyKey,
  findOpenCheckout,
  insertCheckout,
  closeCheckoutOfSession,
  closeUnopenedCheckout,
} from "./checkout-queries.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { countAttempt } from "#platform/server/limits/count-attempt.ts";
import { type PlanServices, applySubscription } from "./apply-subscription.ts";

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

const lifetimeMilliseconds = 12 * 60 * 60 * 1000;

/**
 * The address of the provider's page on which the checkout is paid. The checkout's id is the idempotency key at the
 * provider, so that a repeat leads to the same page, also after the process died at any moment. Throws
 * `idempotency_key_reused` for a checkout that is over, `checkout_failed` for one that another replaced meanwhile, and
 * PaymentError.
 */
async function openCheckout(context: SignedInContext, checkout: Checkout): Promise<string> {
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

type CheckoutRequest = {
  readonly userId: string;
  readonly plan: PlanName;
  readonly idempotencyKey: string;
};

const maxAttempts = 4;

/**
 * The checkout of this request, stored before the provider is called; a repeat finds the same. An earlier checkout that
 * is still open is closed first, at the provider too, so that nobody pays for two plans; where it was paid already, the
 * plan is granted instead.
 *
 * Throws `idempotency_key_reused` (other contents), `subscription_exists`, `too_many_requests`, `checkout_failed`.
 */
async function claimCheckout(services: PlanServices, request: CheckoutRequest): Promise<Checkout> {
  const { db, now } = services;
  const { userId, idempotencyKey, plan } = request;
  const repeated = await findCheckoutByIdempotencyKey(db, userId, idempotencyKey);
  if (repeated !== undefined) return requireSamePlan(repeated, plan);
  await countAttempt(db, "checkoutsPerAccount", userId, now());
  for (let attempts = 0; attempts < maxAttempts; attempts += 1) {
    const earlier = await findOpenCheckout(db, userId);
    if (earlier !== undefined && earlier.idempotencyKey !== idempotencyKey) {
      await closeCheckout(services, earlier);
    }
    const claimed = await atomically(db, async (locked) => {
      const { hasLiveSubscription } = await lockSubscriber(locked, userId);
      const meanwhile = await findCheckoutByIdempotencyKey(locked, userId, idempotencyKey);
      if (meanwhile !== undefined) return requireSamePlan(meanwhile, plan);
      if (hasLiveSubscription) throw apiError("subscription_exists");
      if ((await findOpenCheckout(locked, userId)) !== undefined) return null;
      return await insertCheckout(locked, { ...request, createdAt: now() });
    });
    if (claimed !== null) return claimed;
  }
  throw apiError("checkout_failed");
}

function requireSamePlan(checkout: Checkout, plan: PlanName): Checkout {
  if (checkout.plan !== plan) throw apiError("idempotency_key_reused");
  return checkout;
}

/** Closes it, or grants the plan where it was paid meanwhile. Throws PaymentError. */
async function closeCheckout(services: PlanServices, checkout: Checkout): Promise<void> {
  const { db, payment } = services;
  if (checkout.sessionId === null) {
    // Its request has died, or is calling the provider now and will find its checkout replaced.
    await closeUnopenedCheckout(db, checkout.checkoutId);
    return;
  }
  await payment.expireCheckoutSession(checkout.sessionId);
  const session = await payment.readCheckoutSession(checkout.sessionId);
  const subscriptionId = session?.subscriptionId ?? null;
  if (subscriptionId === null) await closeCheckoutOfSession(db, checkout.sessionId);
  else await applySubscription(services, subscriptionId);
}

/** Closes the one checkout of a customer that may still be paid, if there is one. Throws PaymentError. */
export async function closeOpenCheckout(services: PlanServices, userId: string): Promise<void> {
  const checkout = await findOpenCheckout(services.db, userId);
  if (checkout !== undefined) await closeCheckout(services, checkout);
}

/** Whether a checkout of the customer may still be paid. */
export async function hasOpenCheckout(db: Db, userId: string): Promise<boolean> {
  return (await findOpenCheckout(db, userId)) !== undefined;
}
