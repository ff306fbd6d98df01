import type { TransactionStatus } from "#core/ledger.ts";
import { transactionStatusLabels } from "#core/transaction-label.ts";
import type { Transaction } from "#contract/wallet.ts";
import type { StatusColor } from "#web/ui/status-badge.tsx";
import { t } from "./messages.ts";

/** The badge of each status: completed green, pending yellow, failed red, canceled grey. */
export const transactionStatusBadges: Readonly<
  Record<TransactionStatus, { readonly label: string; readonly color: StatusColor }>
> = {
  completed: { label: transactionStatusLabels.completed, color: "green" },
  pending: { label: transactionStatusLabels.pending, color: "yellow" },
  failed: { label: transactionStatusLabels.failed, color: "red" },
  canceled: { label: transactionStatusLabels.canceled, color: "gray" },
};

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
