import { textCell, type CsvReader, type CsvWriter } from "#platform/rules/csv-row.ts";
import { preferredLanguage, type Language } from "#platform/rules/language.ts";
import { isPositive, shownTransactionType } from "#money/rules/ledger.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { csvDownload } from "#platform/server/http/csv-download.ts";
import { translate } from "#platform/server/translate.ts";
import { describeTransaction } from "./describe-transaction.ts";
import { listTransactionRows, type TransactionRow } from "./transaction-queries.ts";

const columns = [
  "exports.date",
  "exports.type",
  "exports.status",
  "exports.in",
  "exports.out",
  "exports.reason",
  "exports.package",
  "exports.leg",
  "exports.plan",
  "exports.id",
] as const;
const rowsAtOnce = 500;

function cellsOf(csv: CsvWriter, row: TransactionRow, language: Language) {
  const transaction = describeTransaction(row, language);
  // Two columns, since a cell that begins with a minus could be taken for a formula.
  const amount = csv.amount(transaction.amountCents);
  const isIn = isPositive(transaction.type);
  return [
    csv.moment(new Date(transaction.createdAt)),
    translate(language, `labels.transactionType.${shownTransactionType(transaction)}`),
    translate(language, `labels.transactionStatus.${transaction.status}`),
    isIn ? amount : "",
    isIn ? "" : amount,
    textCell(transaction.reason ?? ""),
    textCell(transaction.trackingNumber ?? ""),
    transaction.legNumber?.toString() ?? "",
    transaction.plan ?? "",
    transaction.id,
  ];
}

/** `transactions.csv` with the own transactions, newest first, in the language of the locale. Throws what `csvDownload` throws. */
export async function exportTransactions(
  context: SignedInContext,
  input: CsvReader,
): Promise<ReadableStream<Uint8Array>> {
  const userId = context.session.person.id;
  const language = preferredLanguage(input.locale);
  return await csvDownload<TransactionRow>(context, input, {
    fileName: "transactions.csv",
    columns: columns.map((id) => translate(language, id)),
    rowsAtOnce,
    readAfter: (last) =>
      listTransactionRows(context.db, {
        userId,
        before: last?.id ?? null,
        limit: rowsAtOnce,
      }),
    cellsOf: (csv, row) => cellsOf(csv, row, language),
  });
}
