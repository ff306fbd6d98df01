import { searchKey } from "#platform/rules/normalize-text.ts";
import type { TransactionStatus, LedgerFault } from "./ledger.ts";

/** The types of payments in the list of the provider's. */
export const paymentTypes = ["subscription", "one_time_payment", "invoice"] as const;

/** Type of a payment. */
export type PaymentType = (typeof paymentTypes)[number];

/** The tabs of the list of payments. */
export const paymentTabs = ["all", "subscriptions", "one-time"] as const;

/** A tab of the list of payments. */
export type PaymentTab = (typeof paymentTabs)[number];

/** What is read of a payment to find it. */
type SoughtPayment = {
  readonly id: string;
  readonly user_email: string;
  readonly description: string;
  readonly type: PaymentType;
  readonly date: string;
  readonly references: readonly string[];
};

/** Which payments are sought; `earliest` is null for those of any time. */
export type PaymentSearch = {
  readonly tab: PaymentTab;
  readonly earliest: Date | null;
  readonly search: string;
};

/** Whether a payment is in a tab: a single one, or one for a plan. */
function isInTab(tab: PaymentTab, type: PaymentType): boolean {
  return tab === "all" || (type === "one_time_payment") === (tab === "one-time");
}

/** Whether a payment is sought. Section 5 of the specification, "Payments". */
export function isPaymentSought(
  payment: SoughtPayment,
  { tab, earliest, search }: PaymentSearch,
): boolean {
  const wanted = searchKey(search.trim());
  return (
    isInTab(tab, payment.type) &&
    (earliest === null || new Date(payment.date) >= earliest) &&
    [payment.user_email, payment.id, payment.description, ...payment.references].some((text) =>
      searchKey(text).includes(wanted),
    )
  );
}

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

type StatusColour = "green" | "yellow" | "red" | "gray";

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
type SubscriptionMeaning = { readonly grantsPlan: boolean; readonly isLive: boolean };

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

/** $1.00; the maximum is what the wallet can spend. */
export const leastPayoutCents = 100;

/** How a payout request ended. */
export const payoutOutcomes = ["paid", "declined", "withdrawn"] as const;

/** How a payout request ended. */
export type PayoutOutcome = (typeof payoutOutcomes)[number];

/** Why an amount is rejected; `invalid_amount`: not whole cents, or below the minimum. */
export type PayoutError = "nothing_to_pay_out" | "invalid_amount" | "above_balance";

/** Checks the amount of a payout against what the wallet can spend, both in cents. */
export function checkPayoutAmount(
  amountCents: number,
  balanceCents: number,
): { ok: true } | { ok: false; reason: PayoutError } {
  if (balanceCents <= 0) return { ok: false, reason: "nothing_to_pay_out" };
  if (!Number.isSafeInteger(amountCents) || amountCents < leastPayoutCents) {
    return { ok: false, reason: "invalid_amount" };
  }
  return amountCents > balanceCents ? { ok: false, reason: "above_balance" } : { ok: true };
}

// Groups that contain digits, as account numbers are written; a word without digits ends the number.
const accountNumber = /[a-z]*\d[a-z\d]*(?:[ -][a-z]*\d[a-z\d]*)*/gi;

/**
 * The masked destination of a payout for its owner: the last four characters of the longest account number in it, or
 * none when it contains no account number.
 */
export function maskDestination(destination: string): string {
  const numbers = destination.match(accountNumber) ?? [];
  const digitsOf = (text: string) => text.replaceAll(/\D/g, "").length;
  const longest = numbers
    .filter((text) => digitsOf(text) >= 6)
    .toSorted((one, other) => digitsOf(other) - digitsOf(one))[0];
  if (longest === undefined) return "••••";
  return `•••• ${longest.replaceAll(/[ -]/g, "").slice(-4)}`;
}

/** The findings about one payment, invoice or subscription, the subject, that need no other fact. */
export const plainFindingKinds = [
  "deposit_credited",
  "checkout_credited",
  "deposit_ended",
  "invoice_counted",
  "subscription_renewed",
  "reversal_booked",
  "reversal_not_booked",
  "unknown_deposit",
] as const;

/** The findings about a payment, the subject, and a deposit. */
export const depositFindingKinds = [
  "paid_twice",
  "amount",
  "not_credited",
  "not_at_provider",
  "refund_not_debited",
] as const;

type FindingFacts =
  | { readonly kind: (typeof plainFindingKinds)[number] }
  | { readonly kind: (typeof depositFindingKinds)[number]; readonly depositId: string }
  | { readonly kind: "ledger"; readonly fault: LedgerFault };

/** A repair or a difference. The amount is never negative, and 0 where no money is concerned. */
export type ReconciliationFinding = FindingFacts & {
  /** The id of the deposit, checkout, payment, invoice or subscription. */
  readonly subject: string;
  readonly amountCents: number;
};
