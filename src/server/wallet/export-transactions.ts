import { textCell, type CsvReader, type CsvWriter } from "#core/csv-row.ts";
import { isPositive } from "#core/ledger.ts";
import { transactionStatusLabels, transactionLabel } from "#core/transaction-label.ts";
import type { SignedInContext } from "#server/context.ts";
import { csvDownload } from "#server/http/csv-download.ts";
import { describeTransaction } from "./describe-transaction.ts";
import { listTransactionRows, type TransactionRow } from "./transaction-queries.ts";

const columns = [
  "Date",
  "Type",
  "Status",
  "In (USD)",
  "Out (USD)",
  "Reason",
  "Package",
  "Leg",
  "Plan",
  "ID",
];
const rowsAtOnce = 500;

function cellsOf(csv: CsvWriter, row: TransactionRow) {
  const transaction = describeTransaction(row);
  // Two columns, since a cell that begins with a minus could be taken for a formula.
  const amount = csv.amount(transaction.amountCents);
  const isIn = isPositive(transaction.type);
  return [
    csv.moment(new Date(transaction.createdAt)),
    transactionLabel(transaction),
    transactionStatusLabels[transaction.status],
    isIn ? amount : "",
    isIn ? "" : amount,
    textCell(transaction.reason ?? ""),
    textCell(transaction.trackingNumber ?? ""),
    transaction.legNumber?.toString() ?? "",
    transaction.plan ?? "",
    transaction.id,
  ];
}

/** `transactions.csv` with the own transactions, newest first. Throws what `csvDownload` throws. */
export async function exportTransactions(
  context: SignedInContext,
  input: CsvReader,
): Promise<ReadableStream<Uint8Array>> {
  const userId = context.session.person.id;
  return await csvDownload<TransactionRow>(context, input, {
    fileName: "transactions.csv",
    columns,
    rowsAtOnce,
    readAfter: (last) =>
      listTransactionRows(context.db, {
        userId,
        before: last?.id ?? null,
        limit: rowsAtOnce,
      }),
    cellsOf,
  });
}
