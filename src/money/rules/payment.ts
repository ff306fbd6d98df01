import type { TransactionStatus } from "./ledger.ts";

/** The types of payments in the list of the provider's. */
export const paymentTypes = ["subscription", "one_time_payment", "invoice"] as const;

/** Type of a payment. */
export type PaymentType = (typeof paymentTypes)[number];

/** The tabs of the list of payments. */
export const paymentTabs = ["all", "subscriptions", "one-time"] as const;

/** A tab of the list of payments. */
export type PaymentTab = (typeof paymentTabs)[number];

/** The stored states of an event of the payment provider. */
export const storedEventStates = ["received", "processed", "ignored", "failed"] as const;

/** Stored state of an event. */
export type StoredEventState = (typeof storedEventStates)[number];

/** The states of an event as they are shown; `dead`: it failed and is no longer retried until an admin does. */
export const providerEventStates = [...storedEventStates, "dead"] as const;

/** State of an event as it is shown. */
export type ProviderEventState = (typeof providerEventStates)[number];

/** What started a reconciliation. */
export const reconciliationCauses = ["schedule", "console", "admin"] as const;

/** What started a reconciliation. */
export type ReconciliationCause = (typeof reconciliationCauses)[number];

export type StatusColour = "green" | "yellow" | "red" | "gray";

const paymentColours: ReadonlyMap<string, StatusColour> = new Map([
  ["succeeded", "green"],
  ["paid", "green"],
  ["pending", "yellow"],
  ["failed", "red"],
]);

/** The colour of a payment's status; an unknown status is gray. */
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

/**
 * The meaning of a subscription's status. `grantsPlan`: the customer has the plan. `isLive`: the
 * subscription still exists and may bill, so that there can be no second one.
 */
export type SubscriptionMeaning = { readonly grantsPlan: boolean; readonly isLive: boolean };

/**
 * The eight statuses of a subscription. A renewal that failed (past_due) keeps the plan for the
 * provider's retry time; unpaid and paused have lost it but can come back; incomplete waits
 * for its first payment, which is not owed.
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

/** The meaning of a status; an unknown one grants nothing and is treated as live. */
export function subscriptionMeaning(status: string): SubscriptionMeaning {
  return meaningByStatus.get(status) ?? { grantsPlan: false, isLive: true };
}
