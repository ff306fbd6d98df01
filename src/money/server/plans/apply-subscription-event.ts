// Handles provider events about subscriptions, their invoices and their checkouts.
import type { ProviderEvent } from "#money/server/adapters/payment/payment.ts";
import { applySubscription, type PlanServices } from "./apply-subscription.ts";
import { closeCheckoutOfSession } from "./checkouts/checkout-queries.ts";

/**
 * Updates the plan that an event is about from the provider's present state. The event's own contents are not used, so
 * that events may come twice, late, and in any order. An event about no subscription or checkout of ours changes
 * nothing. Throws when it should be tried again.
 */
export async function applySubscriptionEvent(
  services: PlanServices,
  { object }: Pick<ProviderEvent, "object">,
): Promise<void> {
  if (object.subscriptionId !== null) {
    await applySubscription(services, object.subscriptionId);
    return;
  }
  if (object.kind !== "checkout.session" || object.id === null) return;
  const session = await services.payment.readCheckoutSession(object.id);
  if (session === null) return;
  if (session.subscriptionId !== null) await applySubscription(services, session.subscriptionId);
  else if (session.state === "expired")
    await closeCheckoutOfSession(services.db, session.sessionId);
}
