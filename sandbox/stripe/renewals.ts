/** Renewals: what happens to a subscription when its time has come. */
import { nextBoundary } from "./calendar.ts";
import { change } from "./changes.ts";
import { requireCustomer } from "./customers.ts";
import { buildLine, planLine } from "./invoice-shape.ts";
import { billInvoice, createDraft } from "./invoices.ts";
import { requirePaymentMethod } from "./payment-methods.ts";
import type { InvoiceItem, Price, Subscription, SubscriptionItem } from "./resources.ts";
import { findObject, listObjects } from "./resource-store.ts";
import {
  currentSubscription,
  endSubscription,
  periodEndOf,
  updateSubscription,
} from "./subscription-status.ts";
import { nowSeconds, type World } from "./world.ts";

const mostItems = 100;

/** The items with the period that holds the given time, counted from the anchor. */
function itemsAt(subscription: Subscription, anchor: number, atSeconds: number) {
  const data = subscription.items.data.map((item): SubscriptionItem => {
    const rhythm = item.price.recurring;
    if (rhythm === null) throw new Error(`Price ${item.price.id} does not recur.`);
    const end = nextBoundary(anchor, rhythm, atSeconds);
    return { ...item, current_period_start: atSeconds, current_period_end: end };
  });
  return { ...subscription.items, data };
}

/** What waits to be billed, such as the difference that a change of price made. */
function pendingItems(world: World, subscription: Subscription): InvoiceItem[] {
  const field = "parent.subscription_details.subscription";
  const { objects } = listObjects<InvoiceItem>(
    world.database,
    "invoiceitem",
    [{ field, operator: "in", values: [subscription.id] }],
    { limit: mostItems },
  );
  return objects.filter(({ invoice }) => invoice === null).toReversed();
}

function lineOf(world: World, subscription: Subscription, item: InvoiceItem) {
  const price = findObject<Price>(world.database, item.pricing.price_details.price, "price");
  if (price === undefined) throw new Error(`Invoice item ${item.id} has lost its price.`);
  return buildLine(subscription, {
    subscriptionItem: item.parent.subscription_details.subscription_item,
    price,
    quantity: item.quantity,
    amountCents: item.amount,
    description: item.description,
    period: item.period,
    invoiceItem: item.id,
  });
}

/** Begins the period that starts now, and bills it. An unpaid subscription is written a draft, which nobody is charged. */
export function beginPeriod(world: World, former: Subscription, anchor: number): Subscription {
  const now = nowSeconds(world);
  const status = former.status === "trialing" ? "active" : former.status;
  const subscription = updateSubscription(world, former, {
    billing_cycle_anchor: anchor,
    items: itemsAt(former, anchor, now),
    status,
  });
  const waiting = pendingItems(world, subscription);
  const billing = {
    customer: requireCustomer(world, subscription.customer, "customer"),
    subscription,
    lines: [
      ...waiting.map((item) => lineOf(world, subscription, item)),
      ...subscription.items.data.map((item) => planLine(world, subscription, item)),
    ],
    reason: "subscription_cycle" as const,
    period: { start: former.items.data[0]?.current_period_start ?? now, end: now },
  };
  const method = requirePaymentMethod(world, subscription.default_payment_method, "payment_method");
  const invoice =
    status === "unpaid"
      ? createDraft(world, billing)
      : billInvoice(world, { ...billing, method, isOffSession: true }).invoice;
  for (const item of waiting) change(world, item, { invoice: invoice.id });
  return currentSubscription(world, subscription.id);
}

/** Does what the subscription's time has come for: its end, its expiry, the end of a trial, or the next period. */
export function renewSubscription(world: World, subscription: Subscription) {
  const now = nowSeconds(world);
  if (subscription.cancel_at !== null && subscription.cancel_at <= now) {
    endSubscription(world, subscription);
  } else if (subscription.status === "incomplete") {
    updateSubscription(world, subscription, { ended_at: now, status: "incomplete_expired" });
  } else if (subscription.status === "trialing") {
    beginPeriod(world, subscription, now);
  } else if (periodEndOf(subscription) <= now) {
    beginPeriod(world, subscription, subscription.billing_cycle_anchor);
  } else {
    updateSubscription(world, subscription, {});
  }
}
