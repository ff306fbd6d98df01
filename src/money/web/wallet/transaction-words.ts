import type { TransactionStatus } from "#money/rules/ledger.ts";
import type { Transaction } from "#money/contract/wallet.ts";
import { transactionStatusLabel } from "./transaction-labels.ts";
import type { StatusColor } from "#ui/web/status-badge.tsx";
import { t } from "./messages.ts";

const statusColors: Readonly<Record<TransactionStatus, StatusColor>> = {
  completed: "green",
  pending: "yellow",
  failed: "red",
  canceled: "gray",
};

/** The badge of a status: completed green, pending yellow, failed red, canceled grey. */
export function transactionStatusBadge(status: TransactionStatus) {
  return { label: transactionStatusLabel(status), color: statusColors[status] };
}

/** The plan, reason and leg of a transaction; null if it has none. */
export function transactionDetail(
  transaction: Pick<Transaction, "reason" | "legNumber" | "plan">,
): string | null {
  const { reason, legNumber, plan } = transaction;
  const parts = [
    plan === null ? null : t("wallet.plan", { plan }),
    reason,
    legNumber === null ? null : t("wallet.legNumber", { number: legNumber }),
  ].filter((part) => part !== null && part !== "");
  return parts.length > 0 ? parts.join(" · ") : null;
}
