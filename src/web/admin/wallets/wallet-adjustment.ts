/** Judges a wallet's adjustment before it is sent, in the order and words of the specification. */
import { toasts, type ToastText } from "#contract/messages.ts";
import type { Transaction } from "#contract/wallet.ts";
import { adjustBalance, isTransactionAmount, type AdjustmentKind } from "#core/ledger.ts";
import { parseAmountCents } from "#core/money.ts";

/** Whose wallet to adjust, and what to begin with where a leg's fee is to be taken off it. */
export type WalletMode = {
  readonly customer: { readonly id: string; readonly email: string };
  readonly fee?: { readonly legNumber: number; readonly reason: string };
};

/** What the server made of an adjustment. */
export type Adjusted = { readonly transaction: Transaction; readonly balanceCents: number };

/** An adjustment as typed: `amount` in dollars, `kind` null until it is chosen. */
export type AdjustmentDraft = {
  readonly kind: AdjustmentKind | null;
  readonly amount: string;
  readonly reason: string;
};

/** A field of the form that an answer is about. */
export type AdjustmentField = "kind" | "amount" | "reason";

/** What is wrong, and the first field to mend. */
export type AdjustmentError = { readonly toast: ToastText; readonly field: AdjustmentField };

function firstMissing(draft: AdjustmentDraft): AdjustmentField | null {
  if (draft.kind === null) return "kind";
  if (draft.amount.trim() === "") return "amount";
  return draft.reason.trim() === "" ? "reason" : null;
}

/**
 * What is wrong with a draft, or null. `balanceCents` is the balance it would change; null while it is not
 * known, which leaves the question whether it suffices to the server.
 */
export function errorOf(
  draft: AdjustmentDraft,
  balanceCents: number | null,
): AdjustmentError | null {
  const field = firstMissing(draft);
  if (field !== null || draft.kind === null) {
    return { toast: toasts.missingAdjustmentInformation, field: field ?? "kind" };
  }
  const reading = parseAmountCents(draft.amount);
  if (!reading.ok || !isTransactionAmount(reading.amountCents)) {
    return { toast: toasts.invalidAdjustmentAmount, field: "amount" };
  }
  if (balanceCents === null) return null;
  const { amountCents } = reading;
  const outcome = adjustBalance({ balanceCents, kind: draft.kind, amountCents });
  return outcome.ok ? null : { toast: toasts.insufficientBalance, field: "amount" };
}

/**
 * The balance in cents that a draft would lead to, below zero where it does not suffice; null while kind or
 * amount are missing or wrong.
 */
export function previewOf(
  draft: Pick<AdjustmentDraft, "kind" | "amount">,
  balanceCents: number,
): number | null {
  const reading = parseAmountCents(draft.amount);
  if (draft.kind === null || !reading.ok || !isTransactionAmount(reading.amountCents)) return null;
  return draft.kind === "credit"
    ? balanceCents + reading.amountCents
    : balanceCents - reading.amountCents;
}
