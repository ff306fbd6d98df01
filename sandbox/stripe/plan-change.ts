/** Changing what a running subscription bills: the unused time of the old price is given back, the rest of the period billed. */
import { ApiError, noSuchResource, refusedCard } from "./api-error.ts";
import { requireActivePrice } from "./catalogue.ts";
import { change } from "./changes.ts";
import { requireCustomer } from "./customers.ts";
import { type Endpoint, listEndpoint, retrieveEndpoint } from "./endpoint.ts";
import { recordEvent } from "./events.ts";
import { makeIdentifier } from "./identifiers.ts";
import { buildLine, pricingOf } from "./invoice-shape.ts";
import { billInvoice } from "./invoices.ts";
import { optional, text } from "./parameters.ts";
import type {
  InvoiceItem,
  InvoiceLine,
  PaymentMethod,
  Price,
  Product,
  Subscription,
  SubscriptionItem,
} from "./resources.ts";
import { planOf } from "./start-subscription.ts";
import { findObject, insertObject } from "./resource-store.ts";
import { nowSeconds, type World } from "./world.ts";

/** How the difference is settled: charged at once, left for the next invoice, or not at all. */
interface Proration {
  behavior: "always_invoice" | "create_prorations" | "none";
  atSeconds: number;
  /** Refuses the change when the card does; the difference stays open otherwise. */
  isPaymentRequired: boolean;
}

function chooseNewPrice(
  world: World,
  item: SubscriptionItem,
  id: string | undefined,
  param: string,
): Price {
  if (id === undefined || id === item.price.id) return item.price;
  const price = requireActivePrice(world, id, param);
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
  world: World,
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
    date: nowSeconds(world),
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
  insertObject(world.database, invoiceItem);
  recordEvent(world, "invoiceitem.created", invoiceItem);
  return invoiceItem;
}

function prorate(
  world: World,
  subscription: Subscription,
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
    const product = findObject<Product>(world.database, price.product, "product");
    const billed = {
      subscriptionItem: item.id,
      price,
      quantity,
      amountCents: sign * Math.round(price.unit_amount * quantity * remaining),
      description: `${words} ${product?.name}`,
      period: { start: atSeconds, end },
    };
    const invoiceItem = createInvoiceItem(world, subscription, billed);
    return {
      invoiceItem,
      line: buildLine(subscription, { ...billed, invoiceItem: invoiceItem.id }),
    };
  });
}

function billAtOnce(
  world: World,
  subscription: Subscription,
  prorated: { invoiceItem: InvoiceItem; line: InvoiceLine }[],
  isRequired: boolean,
): string {
  const method = findObject<PaymentMethod>(
    world.database,
    subscription.default_payment_method,
    "payment_method",
  );
  const { invoice, answer } = billInvoice(world, {
    customer: requireCustomer(world, subscription.customer, "customer"),
    subscription,
    lines: prorated.map(({ line }) => line),
    reason: "subscription_update",
    method: method as PaymentMethod,
    isOffSession: true,
  });
  if (isRequired && !answer.approved) throw refusedCard(answer);
  for (const { invoiceItem } of prorated) {
    change(world, invoiceItem, { invoice: invoice.id });
  }
  return invoice.id;
}

/**
 * Changes an item's price or quantity and settles the difference for the rest of its period, by seconds. Returns the
 * subscription with its new item, not saved yet.
 */
export function changeItem(
  world: World,
  subscription: Subscription,
  sent: { id: string; price: string | undefined; quantity: number | undefined },
  proration: Proration,
): Subscription {
  const former = subscription.items.data.find(({ id }) => id === sent.id);
  if (former === undefined) throw noSuchResource("subscription item", sent.id, "items[0][id]");
  const price = chooseNewPrice(world, former, sent.price, "items[0][price]");
  const quantity = sent.quantity ?? former.quantity;
  if (price.id === former.price.id && quantity === former.quantity) return subscription;
  const next = { ...former, plan: planOf(price), price, quantity };
  const changed: Subscription = {
    ...subscription,
    items: {
      ...subscription.items,
      data: subscription.items.data.map((item) => (item.id === next.id ? next : item)),
    },
  };
  if (proration.behavior === "none") return changed;
  const prorated = prorate(world, subscription, former, next, proration.atSeconds);
  return proration.behavior === "always_invoice"
    ? {
        ...changed,
        latest_invoice: billAtOnce(world, changed, prorated, proration.isPaymentRequired),
      }
    : changed;
}

/** What waits for the next invoice, and what was billed by one: retrieve, list (filters `customer`, `invoice`). */
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
