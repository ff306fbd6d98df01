import type { TransactionStatus, TransactionType } from "./ledger.ts";

const transactionTypeLabels: Readonly<Record<TransactionType, string>> = {
  deposit: "Deposit",
  shipping_fee: "Shipping Fee",
  admin_credit: "Admin Credit",
  refund: "Refund",
  subscription: "Subscription",
  deposit_refund: "Deposit Refund",
  dispute: "Dispute",
  dispute_release: "Dispute Release",
  payout: "Payout",
};

/** The label of a transaction's type; early payouts were recorded as fees and are labelled as payouts. */
export function transactionLabel(transaction: {
  readonly type: TransactionType;
  readonly isPayout?: boolean | undefined;
}): string {
  return transaction.isPayout === true ? "Payout" : transactionTypeLabels[transaction.type];
}

export const transactionStatusLabels: Readonly<Record<TransactionStatus, string>> = {
  completed: "Completed",
  pending: "Pending",
  failed: "Failed",
  canceled: "Canceled",
};
