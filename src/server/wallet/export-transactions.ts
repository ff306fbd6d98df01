import * as z from "zod";
import { locale, timeZone } from "#contract/fields.ts";
import { apiError } from "#contract/errors.ts";
import type { Transaction } from "#contract/wallet.ts";
import { csvWriter, textCell, type CsvWriter } from "#core/csv-row.ts";
import { isPositive } from "#core/ledger.ts";
import { transactionStatusLabels, transactionLabel } from "#core/transaction-label.ts";
import type { CurrentSession, AppServices } from "#server/context.ts";
import { csvDownload, parseQuery } from "#server/http/csv-download.ts";
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
const pageLength = 500;

const reader = z.strictObject({ timeZone, locale });

function cellsOf(csv: CsvWriter, transaction: Transaction) {
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

/**
 * `transactions.csv`, newest first, read from the database while it is sent. The query may name the reader's
 * `timeZone` and `locale`, in which times and amounts are written. Throws `signed_out`, `invalid_input` and what
 * `csvDownload` throws.
 */
export async function exportTransactions(
  services: Pick<AppServices, "db" | "log" | "queues">,
  request: Request,
  session: CurrentSession | null,
): Promise<Response> {
  if (session === null) throw apiError("signed_out");
  const csv = csvWriter(parseQuery(request, reader));
  const userId = session.person.id;
  const { db } = services;
  return await csvDownload<TransactionRow>(
    services,
    { request, userId },
    {
      fileName: "transactions.csv",
      of: "a history",
      csv,
      columns,
      rowsAtOnce: pageLength,
      readAfter: (last) =>
        listTransactionRows(db, { userId, before: last?.id ?? null, limit: pageLength }),
      cellsOf: (row) => cellsOf(csv, describeTransaction(row)),
    },
  );
}
