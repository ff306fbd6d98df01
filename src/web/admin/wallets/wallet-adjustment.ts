import { toasts, type ToastText } from "#contract/messages.ts";
import type { Transaction } from "#contract/wallet.ts";
import { adjustBalance, isTransactionAmount, type AdjustmentKind } from "#core/ledger.ts";
import { parseAmountCents } from "#core/money.ts";

/** The customer whose wallet is adjusted, and the initial values of a leg's fee. */
export type WalletMode = {
  readonly customer: { readonly id: string; readonly email: string };
  readonly fee?: { readonly legNumber: number; readonly reason: string };
};

export type Adjusted = { readonly transaction: Transaction; readonly balanceCents: number };

/** An adjustment as typed: `amount` in dollars, `kind` null until it is chosen. */
export type AdjustmentDraft = {
  readonly kind: AdjustmentKind | null;
  readonly amount: string;
  readonly reason: string;
};

export type AdjustmentField = "kind" | "amount" | "reason";

/** The error, and the first field to correct. */
export type AdjustmentError = { readonly toast: ToastText; readonly field: AdjustmentField };

function firstMissing(draft: AdjustmentDraft): AdjustmentField | null {
  if (draft.kind === null) return "kind";
  if (draft.amount.trim() === "") return "amount";
  return draft.reason.trim() === "" ? "reason" : null;
}

/**
 * The first error of a draft, in the order and words of the specification, or null. `balanceCents` is the customer's
 * balance; while it is null, the server checks whether it suffices.
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
 * The balance in cents after the adjustment, negative where it does not suffice; null while kind or amount are missing
 * or wrong.
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
