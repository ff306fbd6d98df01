/** Controls over subscriptions: set any status, the bank's next decisions, another card, and renew immediately. */
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
import { findObject } from "#sandbox/stripe/resource-queries.ts";
import {
  currentSubscription,
  endSubscription,
  incompleteSeconds,
  periodEndOf,
  saveSubscription,
  updateSubscription,
} from "#sandbox/stripe/subscription-status.ts";
import { nowSeconds, type SandboxState } from "#sandbox/stripe/sandbox-state.ts";

const trialSeconds = 14 * 86_400;

function requireSubscription(sandbox: SandboxState, id: string): Subscription {
  const subscription = findObject<Subscription>(sandbox.database, id, "subscription");
  if (subscription === undefined) throw noSuchResource("subscription", id);
  return subscription;
}

function requireNotEnded(sandbox: SandboxState, id: string): Subscription {
  const subscription = requireSubscription(sandbox, id);
  const { status } = subscription;
  if (status === "canceled" || status === "incomplete_expired") {
    throw new ApiError(`The subscription ${id} has ended: it is ${status}, and stays so.`);
  }
  return subscription;
}

function startTrial(sandbox: SandboxState, subscription: Subscription): Subscription {
  const start = nowSeconds(sandbox);
  const end = start + trialSeconds;
  const data = subscription.items.data.map((item) => ({
    ...item,
    current_period_start: start,
    current_period_end: end,
  }));
  return updateSubscription(sandbox, subscription, {
    billing_cycle_anchor: end,
    items: { ...subscription.items, data },
    status: "trialing",
    trial_end: end,
    trial_start: start,
  });
}

/** Active again. A period that ended meanwhile is not billed; the one that begins now is. */
function activate(sandbox: SandboxState, subscription: Subscription): Subscription {
  const isPaused = subscription.status === "paused";
  const active = updateSubscription(sandbox, subscription, { status: "active" });
  if (isPaused) recordEvent(sandbox, "customer.subscription.resumed", active);
  return isPaused && periodEndOf(active) <= nowSeconds(sandbox)
    ? beginPeriod(sandbox, active, nowSeconds(sandbox))
    : active;
}

function moveTo(sandbox: SandboxState, subscription: Subscription, status: SubscriptionStatus) {
  switch (status) {
    case "active":
      return activate(sandbox, subscription);
    case "trialing":
      return startTrial(sandbox, subscription);
    case "canceled":
      return endSubscription(sandbox, subscription);
    case "paused": {
      const { object } = saveSubscription(sandbox, subscription, { status });
      recordEvent(sandbox, "customer.subscription.paused", object);
      return object;
    }
    case "incomplete": {
      const incomplete = updateSubscription(sandbox, subscription, { status });
      return change(sandbox, incomplete, {}, { dueAt: nowSeconds(sandbox) + incompleteSeconds })
        .object;
    }
    case "incomplete_expired":
      return updateSubscription(sandbox, subscription, { status, ended_at: nowSeconds(sandbox) });
    case "past_due":
    case "unpaid":
      return updateSubscription(sandbox, subscription, { status });
  }
}

/** Replaces the customer's card, which is charged for open invoices immediately. */
function replaceCard(
  sandbox: SandboxState,
  subscription: Subscription,
  number: string,
): Subscription {
  const customer = requireCustomer(sandbox, subscription.customer, "customer");
  const method = attachCard(sandbox, number, customer);
  updateSubscription(sandbox, subscription, { default_payment_method: method.id });
  const latest = findObject<Invoice>(
    sandbox.database,
    subscription.latest_invoice ?? "",
    "invoice",
  );
  if (latest?.status === "open") collectInvoice(sandbox, latest, method, { isOffSession: false });
  return currentSubscription(sandbox, subscription.id);
}

/** Controls of one subscription; each returns the subscription afterwards. */
export const subscriptionControls: Endpoint[] = [
  endpoint(
    "POST",
    "/controls/subscriptions/:id/status",
    { status: choice(...subscriptionStatuses) },
    (sandbox, { status }, id) => moveTo(sandbox, requireNotEnded(sandbox, id), status),
  ),
  endpoint(
    "POST",
    "/controls/subscriptions/:id/renewals",
    { answer: choice("paid", "declined") },
    (sandbox, { answer }, id) => {
      const subscription = requireNotEnded(sandbox, id);
      const method = requirePaymentMethod(sandbox, subscription.default_payment_method, "id");
      decideRenewals(sandbox, method, answer === "paid");
      return subscription;
    },
  ),
  endpoint(
    "POST",
    "/controls/subscriptions/:id/card",
    { number: text(30) },
    (sandbox, { number }, id) =>
      replaceCard(sandbox, requireNotEnded(sandbox, id), number.replace(/[\s-]/g, "")),
  ),
  endpoint("POST", "/controls/subscriptions/:id/advance", {}, (sandbox, _sent, id) => {
    const seconds = periodEndOf(requireNotEnded(sandbox, id)) - nowSeconds(sandbox);
    advanceClock(sandbox, Math.max(0, seconds));
    return currentSubscription(sandbox, id);
  }),
  // The next period before its time: only this subscription is billed, and the clock stays, which every other one shares.
  endpoint("POST", "/controls/subscriptions/:id/period", {}, (sandbox, _sent, id) => {
    const subscription = requireNotEnded(sandbox, id);
    return beginPeriod(
      sandbox,
      subscription,
      subscription.billing_cycle_anchor,
      periodEndOf(subscription),
    );
  }),
];
