import type { TransactionStatus, TransactionType } from "#money/rules/ledger.ts";
import { moneyText, momentText } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

/** The label of a transaction's type. */
export function transactionLabel({ type }: { readonly type: TransactionType }): string {
  return t(`labels.transactionType.${type}`);
}

/** The type, amount and day of a transaction in one line. */
export function transactionText(transaction: {
  readonly type: TransactionType;
  readonly amountCents: number;
  readonly createdAt: string;
}): string {
  const { amountCents, createdAt } = transaction;
  return [transactionLabel(transaction), moneyText(amountCents), momentText(createdAt)].join(" · ");
}

export function transactionStatusLabel(status: TransactionStatus): string {
  return t(`labels.transactionStatus.${status}`);
}
