/** The API's objects: the fields that the sandbox reads are typed, the rest is passed through. */

/** What every object of the API has. */
export interface Resource {
  id: string;
  object: string;
  /** Some kinds do without it. */
  livemode?: false;
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
  payment_status: "paid" | "unpaid";
  status: "open" | "complete" | "expired";
  success_url: string;
  url: string | null;
}

/** Internal data of a checkout session until it is paid. */
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
  /** The bank's decision on a pending payment. */
  delayedOutcome?: "succeeded" | "failed" | undefined;
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
  status: "requires_payment_method" | "processing" | "succeeded";
}

export interface Charge extends Resource {
  object: "charge";
  amount: number;
  amount_refunded: number;
  balance_transaction: string | null;
  billing_details: PaymentMethod["billing_details"];
  created: number;
  currency: string;
  customer: string | null;
  description: string | null;
  disputed: boolean;
  payment_intent: string | null;
  payment_method: string | null;
  payment_method_details: {
    card: { brand: string; last4: string } & Record<string, unknown>;
  } & Record<string, unknown>;
  refunded: boolean;
  status: "succeeded" | "pending" | "failed";
}

export interface BalanceTransaction extends Resource {
  object: "balance_transaction";
  amount: number;
  currency: string;
  fee: number;
  net: number;
  source: string;
  type: "adjustment" | "charge" | "refund" | "refund_failure";
}

export interface Refund extends Resource {
  object: "refund";
  amount: number;
  charge: string;
  currency: string;
  metadata: Metadata;
  status: "succeeded" | "failed";
}

export interface Dispute extends Resource {
  object: "dispute";
  amount: number;
  balance_transactions: BalanceTransaction[];
  charge: string;
  currency: string;
  metadata: Metadata;
  reason: string;
  status:
    | "lost"
    | "needs_response"
    | "under_review"
    | "warning_closed"
    | "warning_needs_response"
    | "warning_under_review"
    | "won";
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

/** All that a subscription can be. */
export const subscriptionStatuses = [
  "incomplete",
  "incomplete_expired",
  "trialing",
  "active",
  "past_due",
  "unpaid",
  "paused",
  "canceled",
] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

export interface Subscription extends Resource {
  object: "subscription";
  billing_cycle_anchor: number;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  created: number;
  currency: string;
  customer: string;
  default_payment_method: string;
  ended_at: number | null;
  items: List<SubscriptionItem>;
  latest_invoice: string | null;
  metadata: Metadata;
  status: SubscriptionStatus;
  trial_end: number | null;
  trial_start: number | null;
}

export interface InvoiceLine {
  id: string;
  object: "line_item";
  amount: number;
  period: { start: number; end: number };
  [field: string]: unknown;
}

export type BillingReason = "subscription_create" | "subscription_cycle" | "subscription_update";

export interface Invoice extends Resource {
  object: "invoice";
  amount_due: number;
  amount_paid: number;
  attempt_count: number;
  billing_reason: BillingReason;
  currency: string;
  customer: string;
  lines: List<InvoiceLine>;
  number: string | null;
  parent: { subscription_details: { subscription: string } & Record<string, unknown> } & Record<
    string,
    unknown
  >;
  status: "draft" | "open" | "paid" | "uncollectible" | "void";
  status_transitions: Record<string, number | null>;
  total: number;
}

export interface InvoicePayment extends Resource {
  object: "invoice_payment";
  invoice: string;
  payment: { payment_intent: string; type: "payment_intent" };
  status: "open" | "paid" | "canceled";
  status_transitions: Record<string, number | null>;
}

export interface InvoiceItem extends Resource {
  object: "invoiceitem";
  amount: number;
  description: string;
  invoice: string | null;
  parent: { subscription_details: { subscription: string; subscription_item: string } } & Record<
    string,
    unknown
  >;
  period: { start: number; end: number };
  pricing: { price_details: { price: string; product: string } } & Record<string, unknown>;
  quantity: number;
}
