// Why money was moved or held where nobody typed a reason: stored as a code, and written in the reader's language.
import type { TransactionType } from "./ledger.ts";

export const ledgerReasonCodes = [
  "payout_requested",
  "bank_transfer",
  "deposit_refunded",
  "refund_failed",
  "deposit_disputed",
  "dispute_released",
  "fee_above_hold",
  "fee_below_hold",
  "shipping",
  "shipping_cap",
  "storage",
  "box",
  "extra_service",
  "hand_over_taken_back",
  "extra_service_dropped",
] as const;

export type LedgerReasonCode = (typeof ledgerReasonCodes)[number];

/** The English sentences that earlier releases stored in place of codes, with the type of their transactions. */
const storedSentences: readonly (readonly [TransactionType, string, LedgerReasonCode])[] = [
  ["payout", "Requested by you", "payout_requested"],
  ["deposit_refund", "Deposit refunded to your card", "deposit_refunded"],
  ["refund", "A refund to your card failed", "refund_failed"],
  ["dispute", "Deposit disputed by the card's bank", "deposit_disputed"],
  ["dispute_release", "Dispute ended in your favor", "dispute_released"],
  ["shipping_fee", "Final fee above the hold", "fee_above_hold"],
  ["refund", "Final fee below the hold", "fee_below_hold"],
];

/** The code of a reason that an earlier release stored as a sentence; null for one that somebody typed. */
export function codeOfStoredReason(type: TransactionType, reason: string): LedgerReasonCode | null {
  if (type === "payout" && reason.startsWith("Bank transfer ")) return "bank_transfer";
  const known = storedSentences.find(([of, sentence]) => of === type && sentence === reason);
  return known?.[2] ?? null;
}
