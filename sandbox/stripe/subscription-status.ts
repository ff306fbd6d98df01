/** What a subscription is, and when the clock must look at it again. */
import { change } from "./changes.ts";
import { recordEvent } from "./events.ts";
import type { Subscription } from "./resources.ts";
import { findObject } from "./resource-store.ts";
import { nowSeconds, type World } from "./world.ts";

/** How long a first payment may take before the subscription expires. */
export const incompleteSeconds = 23 * 60 * 60;

/** Cancellation details of a subscription that nobody cancels. */
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

/** Saves a subscription with changed fields, to be looked at again when it is due; tells nobody. */
export function saveSubscription(
  world: World,
  subscription: Subscription,
  fields: Partial<Subscription>,
) {
  return change(world, subscription, fields, { dueAt: dueAtOf({ ...subscription, ...fields }) });
}

/** Saves a subscription with changed fields, and tells of it when any really differs. */
export function updateSubscription(
  world: World,
  subscription: Subscription,
  fields: Partial<Subscription>,
): Subscription {
  const { object, previous } = saveSubscription(world, subscription, fields);
  if (Object.keys(previous).length > 0) {
    recordEvent(world, "customer.subscription.updated", object, previous);
  }
  return object;
}

/** Finds a subscription as it is kept now. */
export function currentSubscription(world: World, id: string): Subscription {
  const subscription = findObject<Subscription>(world.database, id, "subscription");
  if (subscription === undefined) throw new Error(`Subscription ${id} is lost.`);
  return subscription;
}

/** Ends a subscription at once. */
export function endSubscription(
  world: World,
  subscription: Subscription,
  reason: "cancellation_requested" | "payment_failed" = "cancellation_requested",
): Subscription {
  const now = nowSeconds(world);
  const { object } = saveSubscription(world, subscription, {
    canceled_at: subscription.canceled_at ?? now,
    cancellation_details: { ...noCancellation, reason },
    ended_at: now,
    status: "canceled",
  });
  recordEvent(world, "customer.subscription.deleted", object);
  return object;
}
