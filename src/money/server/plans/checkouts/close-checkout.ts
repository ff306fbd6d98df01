// Closes a checkout that may still be paid, at the provider too.
import type { Db } from "#platform/server/db/open.ts";
import { applySubscription, type PlanServices } from "#money/server/plans/apply-subscription.ts";
import {
  closeCheckoutOfSession,
  closeUnopenedCheckout,
  findOpenCheckout,
  type Checkout,
} from "./checkout-queries.ts";

/** Closes it, or grants the plan where it was paid meanwhile. Throws PaymentError. */
export async function closeCheckout(services: PlanServices, checkout: Checkout): Promise<void> {
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
