// The lines of the history: those of an open shipment stand below it.
import type { HistoryRow, Transaction } from "#money/contract/transactions.ts";

export type HistoryLine = { readonly key: string } & (
  | {
      readonly kind: "shipment";
      readonly shipRequestId: string;
      readonly shipment: NonNullable<HistoryRow["shipment"]>;
      readonly createdAt: string;
      readonly isOpen: boolean;
    }
  | {
      readonly kind: "transaction";
      readonly transaction: Transaction;
      /** Whether it is one of the shipment above it. */
      readonly isPart: boolean;
    }
);

function linesOf({ shipment, ...row }: HistoryRow, openIds: ReadonlySet<string>): HistoryLine[] {
  const { shipRequestId, createdAt } = row;
  if (shipment === undefined || !shipRequestId) {
    return [{ key: row.id, kind: "transaction", transaction: row, isPart: false }];
  }
  const isOpen = openIds.has(shipRequestId);
  const parts = isOpen ? shipment.transactions : [];
  return [
    { key: shipRequestId, kind: "shipment", shipRequestId, shipment, createdAt, isOpen },
    ...parts.map((transaction) => ({
      key: transaction.id,
      kind: "transaction" as const,
      transaction,
      isPart: true,
    })),
  ];
}

export function historyLines(
  rows: readonly HistoryRow[],
  openIds: ReadonlySet<string>,
): HistoryLine[] {
  return rows.flatMap((row) => linesOf(row, openIds));
}
