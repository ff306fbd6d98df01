// What the payment provider's words mean: colours of statuses, and which subscriptions grant a plan.
import type { TransactionStatus } from "./ledger.ts";

/** Colour that a status is shown in. */
export type StatusColour = "green" | "yellow" | "red" | "gray";

const paymentColours: ReadonlyMap<string, StatusColour> = new Map([
  ["succeeded", "green"],
  ["paid", "green"],
  ["pending", "yellow"],
  ["failed", "red"],
]);

/** The colour of a payment's status; statuses that the provider may add are gray. */
export function paymentStatusColour(status: string): StatusColour {
  return paymentColours.get(status) ?? "gray";
}

const transactionColours: ReadonlyMap<string, StatusColour> = new Map(
  Object.entries({
    completed: "green",
    pending: "yellow",
    failed: "red",
    canceled: "gray",
  } as const satisfies Record<TransactionStatus, StatusColour>),
);

/** The colour of a transaction's status badge; unknown statuses are gray. */
export function transactionStatusColour(status: string): StatusColour {
  return transactionColours.get(status) ?? "gray";
}

/** A status as it is shown: the first letter capitalised, the rest as it is. */
export function statusText(status: string): string {
  const [first = "", ...rest] = status;
  return first.toUpperCase() + rest.join("");
}

/**
 * What a subscription's status at the provider means here. `grantsPlan`: the customer has the
 * plan. `isLive`: the subscription still exists and may bill, so that there can be no second one.
 */
export type SubscriptionMeaning = { readonly grantsPlan: boolean; readonly isLive: boolean };

/**
 * The eight statuses of a subscription. A renewal that failed (past_due) keeps the plan for the
 * provider's retry time; unpaid and paused have lost it but can come back; incomplete waits for
 * its first payment, which nobody owes.
 */
export const subscriptionMeanings = {
  incomplete: { grantsPlan: false, isLive: false },
  incomplete_expired: { grantsPlan: false, isLive: false },
  trialing: { grantsPlan: true, isLive: true },
  active: { grantsPlan: true, isLive: true },
  past_due: { grantsPlan: true, isLive: true },
  canceled: { grantsPlan: false, isLive: false },
  unpaid: { grantsPlan: false, isLive: true },
  paused: { grantsPlan: false, isLive: true },
} as const satisfies Record<string, SubscriptionMeaning>;

const meaningByStatus: ReadonlyMap<string, SubscriptionMeaning> = new Map(
  Object.entries(subscriptionMeanings),
);

/** What a status means; one that is not known grants nothing and is taken to be live. */
export function subscriptionMeaning(status: string): SubscriptionMeaning {
  return meaningByStatus.get(status) ?? { grantsPlan: false, isLive: true };
}
