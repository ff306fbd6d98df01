/** Saving a subscription, and the time of its next due work. */
import { change } from "./changes.ts";
import { recordEvent } from "./events.ts";
import type { Subscription } from "./resources.ts";
import { findObject } from "./resource-queries.ts";
import { nowSeconds, type SandboxState } from "./sandbox-state.ts";

/** How long a first payment may take before the subscription expires. */
export const incompleteSeconds = 23 * 60 * 60;

/** Cancellation details of a subscription that is not canceled. */
export const noCancellation = {
  comment: null,
  feedback: null,
  feedback_option: null,
  reason: null,
};

/** When the current period ends. */
export function periodEndOf(subscription: Subscription): number {
  return Math.min(...subscription.items.data.map((item) => item.current_period_end));
}

/** When something happens to the subscription by itself: it is billed, or ends. */
function dueAtOf(subscription: Subscription): number | null {
  const { status, cancel_at: cancelAt } = subscription;
  if (status === "canceled" || status === "incomplete_expired") return null;
  if (status === "paused") return cancelAt;
  if (status === "incomplete") return subscription.created + incompleteSeconds;
  return Math.min(cancelAt ?? Infinity, periodEndOf(subscription));
}

/** Saves a subscription with changed fields, without an event. */
export function saveSubscription(
  sandbox: SandboxState,
  subscription: Subscription,
  fields: Partial<Subscription>,
) {
  return change(sandbox, subscription, fields, { dueAt: dueAtOf({ ...subscription, ...fields }) });
}

/** Saves a subscription with changed fields, with an event when any differs. */
export function updateSubscription(
  sandbox: SandboxState,
  subscription: Subscription,
  fields: Partial<Subscription>,
): Subscription {
  const { object, previous } = saveSubscription(sandbox, subscription, fields);
  if (Object.keys(previous).length > 0) {
    recordEvent(sandbox, "customer.subscription.updated", object, previous);
  }
  return object;
}

/** Finds the stored subscription. */
export function currentSubscription(sandbox: SandboxState, id: string): Subscription {
  const subscription = findObject<Subscription>(sandbox.database, id, "subscription");
  if (subscription === undefined) throw new Error(`Subscription ${id} is lost.`);
  return subscription;
}

/** Ends a subscription at once. */
export function endSubscription(
  sandbox: SandboxState,
  subscription: Subscription,
  reason: "cancellation_requested" | "payment_failed" = "cancellation_requested",
): Subscription {
  const now = nowSeconds(sandbox);
  const { object } = saveSubscription(sandbox, subscription, {
    canceled_at: subscription.canceled_at ?? now,
    cancellation_details: { ...noCancellation, reason },
    ended_at: now,
    status: "canceled",
  });
  recordEvent(sandbox, "customer.subscription.deleted", object);
  return object;
}
