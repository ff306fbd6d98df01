/** Events: their types, and the API object. */
import type { Resource } from "./resources.ts";

/** The event types that the sandbox sends. */
export const eventTypes = [
  "charge.dispute.closed",
  "charge.dispute.created",
  "charge.dispute.funds_reinstated",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.updated",
  "charge.failed",
  "charge.pending",
  "charge.refund.updated",
  "charge.refunded",
  "charge.succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.completed",
  "checkout.session.expired",
  "customer.created",
  "customer.subscription.created",
  "customer.subscription.deleted",
  "customer.subscription.paused",
  "customer.subscription.resumed",
  "customer.subscription.updated",
  "customer.updated",
  "invoice.created",
  "invoice.finalized",
  "invoice.marked_uncollectible",
  "invoice.paid",
  "invoice.payment_failed",
  "invoice.payment_succeeded",
  "invoice.voided",
  "invoice_payment.paid",
  "invoiceitem.created",
  "payment_intent.created",
  "payment_intent.payment_failed",
  "payment_intent.processing",
  "payment_intent.succeeded",
  "payment_method.attached",
  "price.created",
  "price.updated",
  "product.created",
  "product.updated",
  "refund.created",
  "refund.failed",
  "refund.updated",
] as const;
export type EventType = (typeof eventTypes)[number];

export interface ApiEvent extends Resource {
  object: "event";
  data: { object: Resource; previous_attributes?: Record<string, unknown> };
  pending_webhooks: number;
  type: EventType;
}
