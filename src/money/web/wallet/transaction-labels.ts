import type { TransactionStatus, TransactionType } from "#money/rules/ledger.ts";
import { t } from "#ui/web/i18n/messages.tsx";

/** The label of a transaction's type. */
export function transactionLabel({ type }: { readonly type: TransactionType }): string {
  return t(`labels.transactionType.${type}`);
}

export function transactionStatusLabel(status: TransactionStatus): string {
  return t(`labels.transactionStatus.${status}`);
}
