/** Controls over subscriptions: any status, the bank's next answers, another card, the next renewal at once. */
import { ApiError, noSuchResource } from "#sandbox/stripe/api-error.ts";
import { change } from "#sandbox/stripe/changes.ts";
import { advanceClock } from "#sandbox/stripe/clock.ts";
import { requireCustomer } from "#sandbox/stripe/customers.ts";
import { type Endpoint, endpoint } from "#sandbox/stripe/endpoint.ts";
import { recordEvent } from "#sandbox/stripe/events.ts";
import { collectInvoice } from "#sandbox/stripe/invoice-collection.ts";
import { choice, text } from "#sandbox/stripe/parameters.ts";
import {
  attachCard,
  decideRenewals,
  requirePaymentMethod,
} from "#sandbox/stripe/payment-methods.ts";
import { beginPeriod } from "#sandbox/stripe/renewals.ts";
import {
  type Invoice,
  type Subscription,
  type SubscriptionStatus,
  subscriptionStatuses,
} from "#sandbox/stripe/resources.ts";
import { findObject } from "#sandbox/stripe/resource-store.ts";
import {
  currentSubscription,
  endSubscription,
  incompleteSeconds,
  periodEndOf,
  saveSubscription,
  updateSubscription,
} from "#sandbox/stripe/subscription-status.ts";
import { nowSeconds, type World } from "#sandbox/stripe/world.ts";

const trialSeconds = 14 * 86_400;

function requireSubscription(world: World, id: string): Subscription {
  const subscription = findObject<Subscription>(world.database, id, "subscription");
  if (subscription === undefined) throw noSuchResource("subscription", id);
  return subscription;
}

function requireNotEnded(world: World, id: string): Subscription {
  const subscription = requireSubscription(world, id);
  const { status } = subscription;
  if (status === "canceled" || status === "incomplete_expired") {
    throw new ApiError(`The subscription ${id} has ended: it is ${status}, and stays so.`);
  }
  return subscription;
}

function startTrial(world: World, subscription: Subscription): Subscription {
  const start = nowSeconds(world);
  const end = start + trialSeconds;
  const data = subscription.items.data.map((item) => ({
    ...item,
    current_period_start: start,
    current_period_end: end,
  }));
  return updateSubscription(world, subscription, {
    billing_cycle_anchor: end,
    items: { ...subscription.items, data },
    status: "trialing",
    trial_end: end,
    trial_start: start,
  });
}

/** Active again. A period that ended meanwhile is not billed; the one that begins now is. */
function activate(world: World, subscription: Subscription): Subscription {
  const isPaused = subscription.status === "paused";
  const active = updateSubscription(world, subscription, { status: "active" });
  if (isPaused) recordEvent(world, "customer.subscription.resumed", active);
  return isPaused && periodEndOf(active) <= nowSeconds(world)
    ? beginPeriod(world, active, nowSeconds(world))
    : active;
}

function moveTo(world: World, subscription: Subscription, status: SubscriptionStatus) {
  switch (status) {
    case "active":
      return activate(world, subscription);
    case "trialing":
      return startTrial(world, subscription);
    case "canceled":
      return endSubscription(world, subscription);
    case "paused": {
      const { object } = saveSubscription(world, subscription, { status });
      recordEvent(world, "customer.subscription.paused", object);
      return object;
    }
    case "incomplete": {
      const incomplete = updateSubscription(world, subscription, { status });
      return change(world, incomplete, {}, { dueAt: nowSeconds(world) + incompleteSeconds }).object;
    }
    case "incomplete_expired":
      return updateSubscription(world, subscription, { status, ended_at: nowSeconds(world) });
    case "past_due":
    case "unpaid":
      return updateSubscription(world, subscription, { status });
  }
}

/** The customer gives another card, which is asked at once for what is open. */
function replaceCard(world: World, subscription: Subscription, number: string): Subscription {
  const customer = requireCustomer(world, subscription.customer, "customer");
  const method = attachCard(world, number, customer);
  updateSubscription(world, subscription, { default_payment_method: method.id });
  const latest = findObject<Invoice>(world.database, subscription.latest_invoice ?? "", "invoice");
  if (latest?.status === "open") collectInvoice(world, latest, method, { isOffSession: false });
  return currentSubscription(world, subscription.id);
}

/** Controls of one subscription; each answers with the subscription as it is afterwards. */
export const subscriptionControls: Endpoint[] = [
  endpoint(
    "POST",
    "/controls/subscriptions/:id/status",
    { status: choice(...subscriptionStatuses) },
    (world, { status }, id) => moveTo(world, requireNotEnded(world, id), status),
  ),
  endpoint(
    "POST",
    "/controls/subscriptions/:id/renewals",
    { answer: choice("paid", "declined") },
    (world, { answer }, id) => {
      const subscription = requireNotEnded(world, id);
      const method = requirePaymentMethod(world, subscription.default_payment_method, "id");
      decideRenewals(world, method, answer === "paid");
      return subscription;
    },
  ),
  endpoint(
    "POST",
    "/controls/subscriptions/:id/card",
    { number: text(30) },
    (world, { number }, id) =>
      replaceCard(world, requireNotEnded(world, id), number.replace(/[\s-]/g, "")),
  ),
  endpoint("POST", "/controls/subscriptions/:id/advance", {}, (world, _sent, id) => {
    const seconds = periodEndOf(requireNotEnded(world, id)) - nowSeconds(world);
    advanceClock(world, Math.max(0, seconds));
    return currentSubscription(world, id);
  }),
];
