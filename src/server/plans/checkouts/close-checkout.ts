// Closes a checkout that may still be paid, at the provider too.
import type { Db } from "#server/db/open.ts";
import { applySubscription, type PlanParts } from "#server/plans/apply-subscription.ts";
import { noteSessionOver } from "./end-checkout.ts";
import { selectOpenCheckout, updateOverUnopened, type Checkout } from "./store.ts";

/** Closes it, or grants the plan where it was paid meanwhile. Throws PaymentError. */
export async function closeCheckout(parts: PlanParts, checkout: Checkout): Promise<void> {
  const { db, payment } = parts;
  if (checkout.sessionId === null) {
    // Its request has died, or is just asking the provider and will find that it came too late.
    await updateOverUnopened(db, checkout.checkoutId);
    return;
  }
  await payment.expireCheckoutSession(checkout.sessionId);
  const session = await payment.readCheckoutSession(checkout.sessionId);
  const subscriptionId = session?.subscriptionId ?? null;
  if (subscriptionId === null) await noteSessionOver(db, checkout.sessionId);
  else await applySubscription(parts, subscriptionId);
}

/** Closes the one checkout of somebody's that may still be paid, if there is one. Throws PaymentError. */
export async function closeOpenCheckout(parts: PlanParts, userId: string): Promise<void> {
  const checkout = await selectOpenCheckout(parts.db, userId);
  if (checkout !== undefined) await closeCheckout(parts, checkout);
}

/** Whether a checkout of somebody's may still be paid. */
export async function hasOpenCheckout(db: Db, userId: string): Promise<boolean> {
  return (await selectOpenCheckout(db, userId)) !== undefined;
}
