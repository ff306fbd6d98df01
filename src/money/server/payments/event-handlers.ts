import type { AppServices } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { ProviderEvent } from "#money/server/adapters/payment/payment.ts";
import { applySubscriptionEvent } from "#money/server/plans/apply-subscription-event.ts";
import { applyReversals } from "#money/server/wallet/reversals/apply-reversals.ts";
import { settleDeposit } from "#money/server/wallet/deposits/settle-deposit.ts";

/**
 * Updates our state from the current state of the event's object at the provider. Events may come repeated, late and in
 * any order. `markProcessed` runs in the database transaction of the effect where there is one.
 */
type EventHandler = (
  services: AppServices,
  event: ProviderEvent,
  markProcessed: (db: Db) => Promise<void>,
) => Promise<void>;

const applyToPlan: EventHandler = async (services, event, markProcessed) => {
  await applySubscriptionEvent(services, event);
  await markProcessed(services.db);
};

const applyCheckout: EventHandler = async (services, event, markProcessed) => {
  const { id: sessionId, mode } = event.object;
  if (mode === "subscription") await applyToPlan(services, event, markProcessed);
  else if (mode === "payment" && sessionId !== null) {
    await settleDeposit(services, sessionId, { inTransaction: markProcessed });
  } else await markProcessed(services.db);
};

const applyToDeposit: EventHandler = async (services, event, markProcessed) => {
  const { paymentIntentId } = event.object;
  if (paymentIntentId !== null) await applyReversals(services, paymentIntentId);
  await markProcessed(services.db);
};

const handlers: ReadonlyMap<string, EventHandler> = new Map([
  ["checkout.session.completed", applyCheckout],
  ["checkout.session.async_payment_succeeded", applyCheckout],
  ["checkout.session.async_payment_failed", applyCheckout],
  ["checkout.session.expired", applyCheckout],
  ["customer.subscription.created", applyToPlan],
  ["customer.subscription.updated", applyToPlan],
  ["customer.subscription.deleted", applyToPlan],
  ["customer.subscription.paused", applyToPlan],
  ["customer.subscription.resumed", applyToPlan],
  ["invoice.paid", applyToPlan],
  ["invoice.payment_failed", applyToPlan],
  ["invoice.payment_action_required", applyToPlan],
  ["invoice.marked_uncollectible", applyToPlan],
  ["invoice.voided", applyToPlan],
  ["charge.refunded", applyToDeposit],
  ["charge.refund.updated", applyToDeposit],
  ["refund.created", applyToDeposit],
  ["refund.updated", applyToDeposit],
  ["refund.failed", applyToDeposit],
  ["charge.dispute.created", applyToDeposit],
  ["charge.dispute.updated", applyToDeposit],
  ["charge.dispute.funds_withdrawn", applyToDeposit],
  ["charge.dispute.funds_reinstated", applyToDeposit],
  ["charge.dispute.closed", applyToDeposit],
]);

/** Whether events of this type have an effect; others are stored as ignored. */
export function isHandled(type: string): boolean {
  return handlers.has(type);
}

/** Applies the effect of an event. Throws when it has to be retried. */
export async function handleEvent(
  services: AppServices,
  event: ProviderEvent,
  markProcessed: (db: Db) => Promise<void>,
): Promise<void> {
  const handle = handlers.get(event.type) ?? ((_services, _event, mark) => mark(services.db));
  await handle(services, event, markProcessed);
}
