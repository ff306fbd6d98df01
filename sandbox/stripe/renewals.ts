/** Renewals: what happens to a subscription when its time has come. */
import { nextBoundary } from "./calendar.ts";
import { change } from "./changes.ts";
import { requireCustomer } from "./customers.ts";
import { buildLine, planLine } from "./invoice-shape.ts";
import { billInvoice, createDraft } from "./invoices.ts";
import { requirePaymentMethod } from "./payment-methods.ts";
import type { InvoiceItem, Price, Subscription, SubscriptionItem } from "./resources.ts";
import { findObject, listObjects } from "./resource-queries.ts";
import {
  currentSubscription,
  endSubscription,
  periodEndOf,
  updateSubscription,
} from "./subscription-status.ts";
import { nowSeconds, type SandboxState } from "./sandbox-state.ts";

const mostItems = 100;

/** The items with the period that contains a time, counted from the anchor. */
function itemsAt(subscription: Subscription, anchor: number, atSeconds: number) {
  const data = subscription.items.data.map((item): SubscriptionItem => {
    const rhythm = item.price.recurring;
    if (rhythm === null) throw new Error(`Price ${item.price.id} does not recur.`);
    const end = nextBoundary(anchor, rhythm, atSeconds);
    return { ...item, current_period_start: atSeconds, current_period_end: end };
  });
  return { ...subscription.items, data };
}

/** Pending invoice items, such as the difference from a change of price. */
function pendingItems(sandbox: SandboxState, subscription: Subscription): InvoiceItem[] {
  const field = "parent.subscription_details.subscription";
  const { objects } = listObjects<InvoiceItem>(
    sandbox.database,
    "invoiceitem",
    [{ field, operator: "in", values: [subscription.id] }],
    { limit: mostItems },
  );
  return objects.filter(({ invoice }) => invoice === null).toReversed();
}

function lineOf(sandbox: SandboxState, subscription: Subscription, item: InvoiceItem) {
  const price = findObject<Price>(sandbox.database, item.pricing.price_details.price, "price");
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

/** Begins the period that starts at `now`, and bills it. An unpaid subscription gets a draft that is not charged. */
export function beginPeriod(
  sandbox: SandboxState,
  former: Subscription,
  anchor: number,
  now = nowSeconds(sandbox),
): Subscription {
  const status = former.status === "trialing" ? "active" : former.status;
  const subscription = updateSubscription(sandbox, former, {
    billing_cycle_anchor: anchor,
    items: itemsAt(former, anchor, now),
    status,
  });
  const waiting = pendingItems(sandbox, subscription);
  const billing = {
    customer: requireCustomer(sandbox, subscription.customer, "customer"),
    subscription,
    lines: [
      ...waiting.map((item) => lineOf(sandbox, subscription, item)),
      ...subscription.items.data.map((item) => planLine(sandbox, subscription, item)),
    ],
    reason: "subscription_cycle" as const,
    period: { start: former.items.data[0]?.current_period_start ?? now, end: now },
  };
  const method = requirePaymentMethod(
    sandbox,
    subscription.default_payment_method,
    "payment_method",
  );
  const invoice =
    status === "unpaid"
      ? createDraft(sandbox, billing)
      : billInvoice(sandbox, { ...billing, method, isOffSession: true }).invoice;
  for (const item of waiting) change(sandbox, item, { invoice: invoice.id });
  return currentSubscription(sandbox, subscription.id);
}

/** Runs the due work of a subscription: its end, its expiry, the end of a trial, or the next period. */
export function renewSubscription(sandbox: SandboxState, subscription: Subscription) {
  const now = nowSeconds(sandbox);
  if (subscription.cancel_at !== null && subscription.cancel_at <= now) {
    endSubscription(sandbox, subscription);
  } else if (subscription.status === "incomplete") {
    updateSubscription(sandbox, subscription, { ended_at: now, status: "incomplete_expired" });
  } else if (subscription.status === "trialing") {
    beginPeriod(sandbox, subscription, now);
  } else if (periodEndOf(subscription) <= now) {
    beginPeriod(sandbox, subscription, subscription.billing_cycle_anchor);
  } else {
    updateSubscription(sandbox, subscription, {});
  }
}
