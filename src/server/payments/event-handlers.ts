// Which events of the provider's mean something here, and what each leads to.
import type { AppServices } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import type { ProviderEvent } from "#server/adapters/payment/payment.ts";
import { applySubscriptionEvent } from "#server/plans/apply-subscription-event.ts";
import { applyReversals } from "#server/wallet/reversals/apply-reversals.ts";
import { settleDeposit } from "#server/wallet/deposits/settle-deposit.ts";

/**
 * Brings our state in line with what the provider says now of the event's object; may come again, late,
 * and in any order. `done` notes that it happened, within the database transaction of the effect where
 * there is one.
 */
type EventHandler = (
  services: AppServices,
  event: ProviderEvent,
  done: (db: Db) => Promise<void>,
) => Promise<void>;

const applyToPlan: EventHandler = async (services, event, done) => {
  await applySubscriptionEvent(services, event);
  await done(services.db);
};

const applyCheckout: EventHandler = async (services, event, done) => {
  const { id: sessionId, mode } = event.object;
  if (mode === "subscription") await applyToPlan(services, event, done);
  else if (mode === "payment" && sessionId !== null) {
    await settleDeposit(services, sessionId, { alongside: done });
  } else await done(services.db);
};

const applyToDeposit: EventHandler = async (services, event, done) => {
  const { paymentIntentId } = event.object;
  if (paymentIntentId !== null) await applyReversals(services, paymentIntentId);
  await done(services.db);
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

/** Whether events of this type lead to anything; the others are kept as ignored. */
export function isHandled(type: string): boolean {
  return handlers.has(type);
}

/** Does what the event leads to. Throws when it is to be tried again. */
export async function handleEvent(
  services: AppServices,
  event: ProviderEvent,
  done: (db: Db) => Promise<void>,
): Promise<void> {
  const handle = handlers.get(event.type) ?? ((_parts, _event, note) => note(services.db));
  await handle(services, event, done);
}
