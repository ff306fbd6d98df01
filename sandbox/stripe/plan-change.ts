/** Changing what a running subscription bills: the unused time of the old price is credited, the rest of the period billed. */
import { ApiError, noSuchResource, cardDeclined } from "./api-error.ts";
import { requireActivePrice } from "./catalogue.ts";
import { change } from "./changes.ts";
import { requireCustomer } from "./customers.ts";
import { type Endpoint, listEndpoint, retrieveEndpoint } from "./endpoint.ts";
import { recordEvent } from "./events.ts";
import { makeIdentifier } from "./identifiers.ts";
import { buildLine, draftInvoice, pricingOf } from "./invoice-shape.ts";
import { billInvoice } from "./invoices.ts";
import { optional, text } from "./parameters.ts";
import type {
  Invoice,
  InvoiceItem,
  InvoiceLine,
  PaymentMethod,
  Price,
  Product,
  Subscription,
  SubscriptionItem,
} from "./resources.ts";
import { planOf } from "./start-subscription.ts";
import { findObject, insertObject } from "./resource-queries.ts";
import { nowSeconds, type SandboxState } from "./sandbox-state.ts";

/** How the difference is settled: charged immediately, left for the next invoice, or not at all. */
interface Proration {
  behavior: "always_invoice" | "create_prorations" | "none";
  atSeconds: number;
  /** Throws when the card is declined; otherwise the difference stays open. */
  isPaymentRequired: boolean;
}

function chooseNewPrice(
  sandbox: SandboxState,
  item: SubscriptionItem,
  id: string | undefined,
  param: string,
): Price {
  if (id === undefined || id === item.price.id) return item.price;
  const price = requireActivePrice(sandbox, id, param);
  const { recurring, currency } = item.price;
  if (
    price.currency !== currency ||
    price.recurring?.interval !== recurring?.interval ||
    price.recurring?.interval_count !== recurring?.interval_count
  ) {
    throw new ApiError(
      "This stand-in changes between prices of the same currency and billing interval only.",
      { param },
    );
  }
  return price;
}

function createInvoiceItem(
  sandbox: SandboxState,
  subscription: Subscription,
  line: Omit<Parameters<typeof buildLine>[1], "invoiceItem">,
): InvoiceItem {
  const { price, quantity } = line;
  const invoiceItem: InvoiceItem = {
    id: makeIdentifier("ii"),
    object: "invoiceitem",
    amount: line.amountCents,
    currency: price.currency,
    customer: subscription.customer,
    customer_account: null,
    date: nowSeconds(sandbox),
    description: line.description,
    discountable: false,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: {},
    parent: {
      subscription_details: {
        subscription: subscription.id,
        subscription_item: line.subscriptionItem,
      },
      type: "subscription_details",
    },
    period: line.period,
    pricing: pricingOf(price),
    proration: true,
    quantity,
    quantity_decimal: String(quantity),
    tax_rates: [],
    test_clock: null,
  };
  insertObject(sandbox.database, invoiceItem);
  recordEvent(sandbox, "invoiceitem.created", invoiceItem);
  return invoiceItem;
}

/** The unused time of the former item and the rest of the period of the next, as lines without their invoice items. */
function prorationsOf(
  sandbox: SandboxState,
  former: SubscriptionItem,
  next: SubscriptionItem,
  atSeconds: number,
) {
  const { current_period_start: start, current_period_end: end } = former;
  if (atSeconds < start || atSeconds > end) {
    throw new ApiError("The proration date must lie within the current period.", {
      param: "proration_date",
    });
  }
  const remaining = (end - atSeconds) / (end - start);
  const sides = [
    { item: former, sign: -1, words: "Unused time on" },
    { item: next, sign: 1, words: "Remaining time on" },
  ];
  return sides.map(({ item, sign, words }) => {
    const { price, quantity } = item;
    const product = findObject<Product>(sandbox.database, price.product, "product");
    return {
      subscriptionItem: item.id,
      price,
      quantity,
      amountCents: sign * Math.round(price.unit_amount * quantity * remaining),
      description: `${words} ${product?.name}`,
      period: { start: atSeconds, end },
    };
  });
}

function prorate(
  sandbox: SandboxState,
  subscription: Subscription,
  former: SubscriptionItem,
  next: SubscriptionItem,
  atSeconds: number,
) {
  return prorationsOf(sandbox, former, next, atSeconds).map((billed) => {
    const invoiceItem = createInvoiceItem(sandbox, subscription, billed);
    return {
      invoiceItem,
      line: buildLine(subscription, { ...billed, invoiceItem: invoiceItem.id }),
    };
  });
}

type SentItem = { id: string; price: string | undefined; quantity: number | undefined };

/** A subscription's item before and after the change that was sent. */
function itemsOf(sandbox: SandboxState, subscription: Subscription, sent: SentItem, param: string) {
  const former = subscription.items.data.find(({ id }) => id === sent.id);
  if (former === undefined) throw noSuchResource("subscription item", sent.id, `${param}[id]`);
  const price = chooseNewPrice(sandbox, former, sent.price, `${param}[price]`);
  const quantity = sent.quantity ?? former.quantity;
  const isSame = price.id === former.price.id && quantity === former.quantity;
  return { former, next: { ...former, plan: planOf(price), price, quantity }, isSame };
}

/** The invoice that changing an item now would bill at once; nothing is stored. */
export function previewChange(
  sandbox: SandboxState,
  subscription: Subscription,
  sent: SentItem,
  atSeconds: number,
): Invoice {
  const { former, next, isSame } = itemsOf(
    sandbox,
    subscription,
    sent,
    "subscription_details[items][0]",
  );
  const prorations = isSame ? [] : prorationsOf(sandbox, former, next, atSeconds);
  const invoice = draftInvoice(sandbox, {
    customer: requireCustomer(sandbox, subscription.customer, "customer"),
    subscription,
    lines: prorations.map((billed) =>
      buildLine(subscription, { ...billed, invoiceItem: makeIdentifier("ii") }),
    ),
    reason: "subscription_update",
  });
  return { ...invoice, id: makeIdentifier("upcoming_in"), amount_due: Math.max(0, invoice.total) };
}

function billAtOnce(
  sandbox: SandboxState,
  subscription: Subscription,
  prorated: { invoiceItem: InvoiceItem; line: InvoiceLine }[],
  isRequired: boolean,
): string {
  const method = findObject<PaymentMethod>(
    sandbox.database,
    subscription.default_payment_method,
    "payment_method",
  );
  const { invoice, answer } = billInvoice(sandbox, {
    customer: requireCustomer(sandbox, subscription.customer, "customer"),
    subscription,
    lines: prorated.map(({ line }) => line),
    reason: "subscription_update",
    method: method as PaymentMethod,
    isOffSession: true,
  });
  if (isRequired && !answer.approved) throw cardDeclined(answer);
  for (const { invoiceItem } of prorated) {
    change(sandbox, invoiceItem, { invoice: invoice.id });
  }
  return invoice.id;
}

/**
 * Changes an item's price or quantity and settles the difference for the rest of its period, by seconds. Returns the
 * subscription with its new item, without storing it.
 */
export function changeItem(
  sandbox: SandboxState,
  subscription: Subscription,
  sent: SentItem,
  proration: Proration,
): Subscription {
  const { former, next, isSame } = itemsOf(sandbox, subscription, sent, "items[0]");
  if (isSame) return subscription;
  const changed: Subscription = {
    ...subscription,
    items: {
      ...subscription.items,
      data: subscription.items.data.map((item) => (item.id === next.id ? next : item)),
    },
  };
  if (proration.behavior === "none") return changed;
  const prorated = prorate(sandbox, subscription, former, next, proration.atSeconds);
  return proration.behavior === "always_invoice"
    ? {
        ...changed,
        latest_invoice: billAtOnce(sandbox, changed, prorated, proration.isPaymentRequired),
      }
    : changed;
}

/** Invoice items, pending or billed: retrieve, list (filters `customer`, `invoice`). */
export const invoiceItemEndpoints: Endpoint[] = [
  retrieveEndpoint<InvoiceItem>({
    path: "/v1/invoiceitems",
    kind: "invoiceitem",
    noun: "invoiceitem",
  }),
  listEndpoint<InvoiceItem>({
    path: "/v1/invoiceitems",
    kind: "invoiceitem",
    noun: "invoiceitem",
    filters: {
      customer: { reader: optional(text(255)), field: "customer" },
      invoice: { reader: optional(text(255)), field: "invoice" },
    },
    timeField: "date",
  }),
];
