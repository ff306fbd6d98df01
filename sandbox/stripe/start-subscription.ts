/** Starting a subscription: the object with its items, the first invoice, and the move to active. */
import { addPeriods } from "./calendar.ts";
import { recordEvent } from "./events.ts";
import { makeIdentifier } from "./identifiers.ts";
import { planLine } from "./invoice-shape.ts";
import { billInvoice } from "./invoices.ts";
import type {
  Customer,
  Invoice,
  LineItem,
  PaymentIntent,
  PaymentMethod,
  Price,
  Subscription,
  SubscriptionItem,
} from "./resources.ts";
import { insertObject } from "./resource-queries.ts";
import { noCancellation, updateSubscription } from "./subscription-status.ts";
import { nowSeconds, type SandboxState } from "./sandbox-state.ts";

/** The older description of a recurring price that the API still writes beside it. */
export function planOf(price: Price) {
  return {
    id: price.id,
    object: "plan",
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: String(price.unit_amount),
    billing_scheme: "per_unit",
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval,
    interval_count: price.recurring?.interval_count,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: "licensed",
  };
}

function buildItem(subscription: string, line: LineItem, start: number): SubscriptionItem {
  const { price, quantity } = line;
  if (price.recurring === null) throw new Error(`Price ${price.id} does not recur.`);
  return {
    id: makeIdentifier("si", 14),
    object: "subscription_item",
    billing_thresholds: null,
    created: start,
    current_period_end: addPeriods(start, price.recurring.interval, price.recurring.interval_count),
    current_period_start: start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price,
    quantity,
    subscription,
    tax_rates: [],
  };
}

/** The fields of a subscription that the sandbox never fills. */
const untouchedFields = {
  application: null,
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor_config: null,
  billing_mode: { flexible: null, type: "classic" },
  billing_schedules: [],
  billing_thresholds: null,
  collection_method: "charge_automatically",
  customer_account: null,
  days_until_due: null,
  default_source: null,
  default_tax_rates: [],
  discounts: [],
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: { type: "self" },
  },
  managed_payments: null,
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  payment_settings: {
    payment_method_options: null,
    payment_method_types: null,
    save_default_payment_method: "off",
  },
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  test_clock: null,
  transfer_data: null,
  trial_settings: { end_behavior: { missing_payment_method: "create_invoice" } },
} as const;

/** The input of a new subscription; the method's card must be accepted. */
interface SubscriptionStart {
  customer: Customer;
  method: PaymentMethod;
  lineItems: LineItem[];
  description: string | null;
  metadata: Record<string, string>;
  /** An intent left from an earlier declined card behind. */
  startedIntent: PaymentIntent | undefined;
}

function buildSubscription(details: SubscriptionStart, start: number): Subscription {
  const id = makeIdentifier("sub");
  const items = details.lineItems.map((line) => buildItem(id, line, start));
  return {
    ...untouchedFields,
    id,
    object: "subscription",
    billing_cycle_anchor: start,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: noCancellation,
    created: start,
    currency: (items[0] as SubscriptionItem).price.currency,
    customer: details.customer.id,
    default_payment_method: details.method.id,
    description: details.description,
    ended_at: null,
    items: {
      object: "list",
      data: items,
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    metadata: details.metadata,
    start_date: start,
    status: "incomplete",
    trial_end: null,
    trial_start: null,
  };
}

/** Starts a subscription: incomplete, billed for its first period, active. */
export function startSubscription(
  sandbox: SandboxState,
  details: SubscriptionStart,
): { subscription: Subscription; invoice: Invoice } {
  const subscription = buildSubscription(details, nowSeconds(sandbox));
  insertObject(sandbox.database, subscription);
  recordEvent(sandbox, "customer.subscription.created", subscription);
  const { invoice } = billInvoice(sandbox, {
    customer: details.customer,
    subscription,
    lines: subscription.items.data.map((item) => planLine(sandbox, subscription, item)),
    reason: "subscription_create",
    method: details.method,
    isOffSession: false,
    startedIntent: details.startedIntent,
  });
  const active = updateSubscription(sandbox, subscription, {
    latest_invoice: invoice.id,
    status: "active",
  });
  return { subscription: active, invoice };
}
