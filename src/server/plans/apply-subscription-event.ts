// Takes up what the provider tells of subscriptions, their invoices and their checkouts.
import type { ProviderEvent } from "#server/adapters/payment/payment.ts";
import { applySubscription, type PlanServices } from "./apply-subscription.ts";
import { recordSessionEnded } from "./checkouts/end-checkout.ts";

/**
 * Brings the plan that an event is about in line with what the provider says now; the event itself is not believed,
 * so that events may come twice, late, and in any order. One about nothing of ours changes nothing. Throws when it is
 * to be tried again.
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
  else if (session.state === "expired") await recordSessionEnded(services.db, session.sessionId);
}
