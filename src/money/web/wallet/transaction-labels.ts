import { shownTransactionType, type TransactionStatus } from "#money/rules/ledger.ts";
import { t } from "#ui/web/i18n/messages.tsx";

/** The label of a transaction's type; early payouts were recorded as fees and are labelled as payouts. */
export function transactionLabel(transaction: Parameters<typeof shownTransactionType>[0]): string {
  return t(`labels.transactionType.${shownTransactionType(transaction)}`);
}

export function transactionStatusLabel(status: TransactionStatus): string {
  return t(`labels.transactionStatus.${status}`);
}
