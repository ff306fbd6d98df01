import * as z from "zod/mini";
import { type ToastText, t, toastText } from "#ui/web/i18n/messages.tsx";
import type { Transaction } from "#money/contract/transactions.ts";
import { adjustBalance, adjustmentKinds, isTransactionAmount } from "#money/rules/ledger.ts";
import { parseAmountCents } from "#platform/rules/money.ts";
import type { AppForm } from "#ui/web/app-form.ts";
import { requiredText } from "#ui/web/field-rules.ts";

/** The customer whose wallet is adjusted, and the initial values of a leg's fee. */
export type WalletMode = {
  readonly customer: { readonly id: string; readonly email: string };
  readonly fee?: {
    readonly packageId: string;
    readonly legNumber: number;
    readonly reason: string;
  };
};

export type Adjusted = { readonly transaction: Transaction; readonly balanceCents: number };

const missing = () => t("toasts.missingAdjustmentInformation.description");

function amountCentsOf(text: string): number | null {
  const reading = parseAmountCents(text);
  return reading.ok && isTransactionAmount(reading.amountCents) ? reading.amountCents : null;
}

export const requiredAmount = requiredText(missing).check(
  z.refine((text) => amountCentsOf(text) !== null, {
    error: () => t("toasts.invalidAdjustmentAmount.description"),
  }),
);
export const requiredReason = requiredText(missing);

/** An adjustment as typed. While `balanceCents` is null, only the server checks whether it suffices. */
export function adjustmentSchema(balanceCents: number | null) {
  return z
    .object({
      kind: z.enum(adjustmentKinds, { error: missing }),
      amount: requiredAmount,
      reason: requiredReason,
      leg: z.string(),
    })
    .check(
      z.refine(
        ({ kind, amount }) => {
          const amountCents = amountCentsOf(amount);
          if (balanceCents === null || amountCents === null) return true;
          return adjustBalance({ balanceCents, kind, amountCents }).ok;
        },
        {
          path: ["amount"],
          error: () => t("toasts.insufficientBalance.description"),
          when: ({ issues }) => issues.length === 0,
        },
      ),
    );
}

export type Adjustment = z.output<ReturnType<typeof adjustmentSchema>>;
export type AdjustmentForm = AppForm<keyof Adjustment>;

/** The toast for messages at fields, in the order of the specification. */
export function adjustmentToast(messages: readonly unknown[]): ToastText | undefined {
  return [
    toastText("missingAdjustmentInformation"),
    toastText("invalidAdjustmentAmount"),
    toastText("insufficientBalance"),
  ].find(({ description }) => messages.includes(description));
}

/**
 * The balance in cents after the adjustment, negative where it does not suffice; null while kind or amount are missing
 * or wrong.
 */
export function previewOf(
  { kind, amount }: { readonly kind: string; readonly amount: string },
  balanceCents: number,
): number | null {
  const amountCents = amountCentsOf(amount);
  if (kind === "" || amountCents === null) return null;
  return kind === "credit" ? balanceCents + amountCents : balanceCents - amountCents;
}
