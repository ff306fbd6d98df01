/** The API objects of an invoice and its lines. */
import { makeIdentifier } from "./identifiers.ts";
import { formatAmount } from "./money.ts";
import type {
  BillingReason,
  Customer,
  Invoice,
  InvoiceLine,
  Price,
  Product,
  Subscription,
  SubscriptionItem,
} from "./resources.ts";
import { findObject } from "./resource-queries.ts";
import { nowSeconds, type SandboxState } from "./sandbox-state.ts";

/** What a line bills: a period of a price, or (with an invoice item) the difference that a change makes to one. */
export interface BilledPeriod {
  subscriptionItem: string;
  price: Price;
  quantity: number;
  /** Negative for refunded unused time. */
  amountCents: number;
  description: string;
  period: { start: number; end: number };
  invoiceItem: string | null;
}

/** Creates a line of a subscription's invoice. */
export function buildLine(subscription: Subscription, billed: BilledPeriod): InvoiceLine {
  const { price, quantity, amountCents, invoiceItem } = billed;
  return {
    id: makeIdentifier("il"),
    object: "line_item",
    amount: amountCents,
    currency: price.currency,
    description: billed.description,
    discount_amounts: [],
    discountable: invoiceItem === null,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: subscription.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: invoiceItem,
        proration: invoiceItem !== null,
        proration_details: { credited_items: null },
        subscription: subscription.id,
        subscription_item: billed.subscriptionItem,
      },
      type: "subscription_item_details",
    },
    period: billed.period,
    pretax_credit_amounts: [],
    pricing: pricingOf(price),
    quantity,
    quantity_decimal: String(quantity),
    subscription: subscription.id,
    subtotal: amountCents,
    taxes: [],
  };
}

/** Creates the line that bills an item for its current period. */
export function planLine(
  sandbox: SandboxState,
  subscription: Subscription,
  item: SubscriptionItem,
) {
  const { price, quantity } = item;
  const product = findObject<Product>(sandbox.database, price.product, "product");
  const each = formatAmount(price.unit_amount, price.currency);
  return buildLine(subscription, {
    subscriptionItem: item.id,
    price,
    quantity,
    amountCents: price.unit_amount * quantity,
    description: `${quantity} × ${product?.name} (at ${each} / ${price.recurring?.interval})`,
    period: { start: item.current_period_start, end: item.current_period_end },
    invoiceItem: null,
  });
}

/** The price field of lines and invoice items. */
export function pricingOf(price: Price) {
  return {
    price_details: { price: price.id, product: price.product },
    type: "price_details",
    unit_amount_decimal: String(price.unit_amount),
  };
}

/** The fields of an invoice that the sandbox never fills, or not before the invoice is final. */
const untouchedFields = {
  account_country: "HK",
  account_tax_ids: null,
  amount_due: 0,
  amount_overpaid: 0,
  amount_paid: 0,
  amount_remaining: 0,
  amount_shipping: 0,
  application: null,
  attempt_count: 0,
  attempted: false,
  auto_advance: false,
  automatic_tax: {
    disabled_reason: null,
    enabled: false,
    liability: null,
    provider: null,
    status: null,
  },
  automatically_finalizes_at: null,
  collection_method: "charge_automatically",
  custom_fields: null,
  customer_account: null,
  customer_address: null,
  customer_shipping: null,
  customer_tax_exempt: "none",
  customer_tax_ids: [],
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  due_date: null,
  effective_at: null,
  ending_balance: null,
  footer: null,
  from_invoice: null,
  invoice_pdf: null,
  issuer: { type: "self" },
  last_finalization_error: null,
  latest_revision: null,
  next_payment_attempt: null,
  number: null,
  on_behalf_of: null,
  payment_settings: {
    default_mandate: null,
    payment_method_options: null,
    payment_method_types: null,
  },
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  statement_descriptor: null,
  test_clock: null,
  total_discount_amounts: [],
  total_pretax_credit_amounts: [],
  total_taxes: [],
  webhooks_delivered_at: null,
} as const;

/** Creates a draft invoice over the lines, without storing it; its totals are their sum. */
export function draftInvoice(
  sandbox: SandboxState,
  billing: {
    customer: Customer;
    subscription: Subscription;
    lines: InvoiceLine[];
    reason: BillingReason;
    period?: { start: number; end: number };
  },
): Invoice {
  const { customer, subscription, lines, reason, period } = billing;
  const id = makeIdentifier("in");
  const now = nowSeconds(sandbox);
  const totalCents = lines.reduce((sum, line) => sum + line.amount, 0);
  return {
    ...untouchedFields,
    id,
    object: "invoice",
    account_name: sandbox.merchantName,
    billing_reason: reason,
    created: now,
    currency: subscription.currency,
    customer: customer.id,
    customer_email: customer.email,
    customer_name: customer.name,
    customer_phone: customer["phone"],
    hosted_invoice_url: `${sandbox.publicUrl}/invoices/${id}`,
    lines: {
      object: "list",
      data: lines.map((line) => ({ ...line, invoice: id })),
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: false,
    metadata: {},
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: "subscription_details",
    },
    period_end: period?.end ?? now,
    period_start: period?.start ?? now,
    starting_balance: customer.balance,
    status: "draft",
    status_transitions: {
      finalized_at: null,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal: totalCents,
    subtotal_excluding_tax: totalCents,
    total: totalCents,
    total_excluding_tax: totalCents,
  };
}
