// What a reconciliation finds, as facts that are written as a sentence in the reader's language.
import type { LedgerFault } from "./ledger-fault.ts";

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

/** A finding that an earlier release stored as an English sentence. */
export type WrittenFinding = {
  readonly kind: string;
  readonly subject: string;
  readonly amountCents: number;
  readonly sentence: string;
};

export type StoredFinding = ReconciliationFinding | WrittenFinding;
