/** Subscriptions: what becomes of a running one, until its end. */
import { ApiError, noSuchResource } from "./api-error.ts";
import { withoutAbsent } from "./changes.ts";
import { type Endpoint, endpoint, listEndpoint, retrieveEndpoint } from "./endpoint.ts";
import {
  choice,
  clearable,
  flag,
  listOf,
  mergeMetadata,
  metadata,
  optional,
  type Reader,
  record,
  text,
  unixTime,
  whole,
} from "./parameters.ts";
import { changeItem, previewChange } from "./plan-change.ts";
import type { PaymentMethod, Subscription } from "./resources.ts";
import { findObject } from "./resource-queries.ts";
import {
  currentSubscription,
  endSubscription,
  noCancellation,
  periodEndOf,
  updateSubscription,
} from "./subscription-status.ts";
import { nowSeconds, type SandboxState } from "./sandbox-state.ts";

function isLive({ status }: Subscription): boolean {
  return status !== "canceled" && status !== "incomplete_expired";
}

/** Finds a subscription that still runs; an ended one answers like one that does not exist, as with the provider. */
function requireRunning(sandbox: SandboxState, id: string): Subscription {
  const subscription = findObject<Subscription>(sandbox.database, id, "subscription");
  if (subscription === undefined || !isLive(subscription)) {
    throw noSuchResource("subscription", id);
  }
  return subscription;
}

function cancellationFields(
  sandbox: SandboxState,
  subscription: Subscription,
  atPeriodEnd: boolean | undefined,
): Partial<Subscription> {
  if (atPeriodEnd === undefined || atPeriodEnd === subscription.cancel_at_period_end) return {};
  if (!atPeriodEnd) {
    return {
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      cancellation_details: noCancellation,
    };
  }
  return {
    cancel_at: periodEndOf(subscription),
    cancel_at_period_end: true,
    canceled_at: nowSeconds(sandbox),
    cancellation_details: { ...noCancellation, reason: "cancellation_requested" },
  };
}

const liveStatuses = ["incomplete", "active", "past_due", "unpaid", "trialing", "paused"] as const;
const endedStatuses = ["canceled", "incomplete_expired"] as const;

/** Ended subscriptions are listed only on request. */
const statusFilter: Reader<readonly string[]> = (value, name) => {
  if (value === undefined) return liveStatuses;
  const status = choice("all", "ended", ...liveStatuses, ...endedStatuses)(value, name);
  if (status === "all") return [...liveStatuses, ...endedStatuses];
  return status === "ended" ? endedStatuses : [status];
};

const updateShape = {
  cancel_at_period_end: optional(flag),
  default_payment_method: optional(text(255)),
  description: clearable(text(500)),
  items: optional(
    listOf(
      record({ id: text(255), price: optional(text(255)), quantity: optional(whole(1, 10_000)) }),
      20,
    ),
  ),
  metadata: optional(metadata),
  payment_behavior: optional(
    choice("allow_incomplete", "error_if_incomplete", "pending_if_incomplete"),
  ),
  proration_behavior: optional(choice("always_invoice", "create_prorations", "none")),
  proration_date: optional(unixTime),
};

const previewShape = {
  subscription: text(255),
  subscription_details: record({
    items: listOf(
      record({ id: text(255), price: optional(text(255)), quantity: optional(whole(1, 10_000)) }),
      1,
    ),
    proration_behavior: choice("always_invoice"),
    proration_date: optional(unixTime),
  }),
};

/** Retrieve, update, preview of an update that is billed at once, cancel, and list (filters `customer`, `status`, `price`; ended ones only on request). */
export const subscriptionEndpoints: Endpoint[] = [
  endpoint("POST", "/v1/subscriptions/:id", updateShape, (sandbox, sent, id) => {
    const stored = requireRunning(sandbox, id);
    const method = sent.default_payment_method ?? stored.default_payment_method;
    if (findObject<PaymentMethod>(sandbox.database, method, "payment_method") === undefined) {
      throw noSuchResource("PaymentMethod", method, "default_payment_method");
    }
    const changed = (sent.items ?? []).reduce(
      (subscription, item) =>
        changeItem(sandbox, subscription, item, {
          behavior: sent.proration_behavior ?? "create_prorations",
          atSeconds: sent.proration_date ?? nowSeconds(sandbox),
          isPaymentRequired: sent.payment_behavior === "error_if_incomplete",
        }),
      stored,
    );
    // Billing may have made it past due.
    return updateSubscription(sandbox, currentSubscription(sandbox, id), {
      ...withoutAbsent({ description: sent.description }),
      ...cancellationFields(sandbox, stored, sent.cancel_at_period_end),
      default_payment_method: method,
      items: changed.items,
      latest_invoice: changed.latest_invoice,
      metadata: mergeMetadata(stored.metadata, sent.metadata),
    });
  }),
  endpoint("POST", "/v1/invoices/create_preview", previewShape, (sandbox, sent) => {
    const { items, proration_date: atSeconds } = sent.subscription_details;
    const [item] = items;
    if (item === undefined) throw new ApiError("Missing item.", { param: "subscription_details" });
    const subscription = requireRunning(sandbox, sent.subscription);
    return previewChange(sandbox, subscription, item, atSeconds ?? nowSeconds(sandbox));
  }),
  endpoint(
    "DELETE",
    "/v1/subscriptions/:id",
    { invoice_now: optional(flag), prorate: optional(flag) },
    (sandbox, sent, id) => {
      if (sent.invoice_now === true || sent.prorate === true) {
        throw new ApiError("This stand-in ends subscriptions without a final invoice.", {
          param: sent.invoice_now === true ? "invoice_now" : "prorate",
        });
      }
      return endSubscription(sandbox, requireRunning(sandbox, id));
    },
  ),
  retrieveEndpoint<Subscription>({
    path: "/v1/subscriptions",
    kind: "subscription",
    noun: "subscription",
  }),
  listEndpoint<Subscription>({
    path: "/v1/subscriptions",
    kind: "subscription",
    noun: "subscription",
    filters: {
      customer: { reader: optional(text(255)), field: "customer" },
      price: { reader: optional(text(255)), field: "items.data[0].price.id" },
      status: { reader: statusFilter, field: "status" },
    },
  }),
];
