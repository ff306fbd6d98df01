/** The API's objects as the sandbox keeps them: the fields that it reads itself are typed, the rest is carried along. */

/** What every object of the API has. */
export interface Resource {
  id: string;
  object: string;
  livemode: false;
  [field: string]: unknown;
}

type Metadata = Record<string, string>;

/** The API's list shape, for lists that stand inside another object. */
export interface List<T> {
  object: "list";
  data: T[];
  has_more: boolean;
  url: string;
}

export interface Customer extends Resource {
  object: "customer";
  /** Cents; negative is credit for the customer's next invoices. */
  balance: number;
  email: string | null;
  name: string | null;
  invoice_prefix: string;
  next_invoice_sequence: number;
  metadata: Metadata;
}

export interface Product extends Resource {
  object: "product";
  active: boolean;
  name: string;
  description: string | null;
  metadata: Metadata;
}

export type Interval = "day" | "week" | "month" | "year";

export interface Price extends Resource {
  object: "price";
  active: boolean;
  created: number;
  currency: string;
  lookup_key: string | null;
  metadata: Metadata;
  nickname: string | null;
  product: string;
  recurring: { interval: Interval; interval_count: number; [field: string]: unknown } | null;
  type: "one_time" | "recurring";
  unit_amount: number;
}

export interface LineItem {
  id: string;
  object: "item";
  amount_total: number;
  currency: string;
  description: string;
  price: Price;
  quantity: number;
  [field: string]: unknown;
}

export interface CheckoutSession extends Resource {
  object: "checkout.session";
  amount_total: number;
  cancel_url: string | null;
  currency: string;
  customer: string | null;
  customer_creation: "always" | "if_required" | null;
  customer_email: string | null;
  expires_at: number;
  metadata: Metadata;
  mode: "payment" | "subscription";
  payment_intent: string | null;
  status: "open" | "complete" | "expired";
  success_url: string;
  url: string | null;
}

/** What a checkout session keeps to itself until it is paid. */
export interface CheckoutPlan {
  lineItems: LineItem[];
  paymentDescription: string | null;
  paymentMetadata: Metadata;
  receiptEmail: string | null;
  subscriptionDescription: string | null;
  subscriptionMetadata: Metadata;
  /** A payment intent of a declined attempt, tried again by the next one. */
  startedPaymentIntent: string | null;
  /** The rendering of the payment form whose submission paid. */
  paidByAttempt: string | null;
}

export interface PaymentMethod extends Resource {
  object: "payment_method";
  customer: string | null;
  billing_details: { email: string | null; name: string | null; [field: string]: unknown };
  card: {
    brand: string;
    exp_month: number;
    exp_year: number;
    last4: string;
    fingerprint: string;
    [field: string]: unknown;
  };
}

export interface PaymentIntent extends Resource {
  object: "payment_intent";
  amount: number;
  amount_received: number;
  currency: string;
  customer: string | null;
  description: string | null;
  latest_charge: string | null;
  metadata: Metadata;
  receipt_email: string | null;
  status: "requires_payment_method" | "succeeded";
}

export interface Charge extends Resource {
  object: "charge";
  amount: number;
  status: "succeeded" | "failed";
}

export interface SubscriptionItem {
  id: string;
  object: "subscription_item";
  current_period_end: number;
  current_period_start: number;
  price: Price;
  quantity: number;
  [field: string]: unknown;
}

export interface Subscription extends Resource {
  object: "subscription";
  billing_cycle_anchor: number;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  currency: string;
  customer: string;
  default_payment_method: string;
  ended_at: number | null;
  items: List<SubscriptionItem>;
  latest_invoice: string | null;
  metadata: Metadata;
  status: "incomplete" | "active" | "canceled";
}

export interface InvoiceLine {
  id: string;
  object: "line_item";
  amount: number;
  period: { start: number; end: number };
  [field: string]: unknown;
}

export type BillingReason = "subscription_create" | "subscription_update";

export interface Invoice extends Resource {
  object: "invoice";
  amount_due: number;
  amount_paid: number;
  currency: string;
  customer: string;
  lines: List<InvoiceLine>;
  number: string | null;
  status: "draft" | "open" | "paid";
  status_transitions: Record<string, number | null>;
  total: number;
}

export interface InvoicePayment extends Resource {
  object: "invoice_payment";
  invoice: string;
}

export interface InvoiceItem extends Resource {
  object: "invoiceitem";
  invoice: string | null;
}

/** What can have happened. */
export const eventTypes = [
  "charge.failed",
  "charge.succeeded",
  "checkout.session.completed",
  "checkout.session.expired",
  "customer.created",
  "customer.subscription.created",
  "customer.subscription.deleted",
  "customer.subscription.updated",
  "customer.updated",
  "invoice.created",
  "invoice.finalized",
  "invoice.paid",
  "invoice.payment_succeeded",
  "invoice_payment.paid",
  "invoiceitem.created",
  "payment_intent.created",
  "payment_intent.payment_failed",
  "payment_intent.succeeded",
  "payment_method.attached",
  "price.created",
  "price.updated",
  "product.created",
  "product.updated",
] as const;
export type EventType = (typeof eventTypes)[number];

export interface ApiEvent extends Resource {
  object: "event";
  data: { object: Resource; previous_attributes?: Record<string, unknown> };
  pending_webhooks: number;
  type: EventType;
}
