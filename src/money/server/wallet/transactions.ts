import { sentence, translate } from "#platform/server/translate.ts";
import * as z from "zod";
import { apiError } from "#platform/contract/errors.ts";
import type { HistoryRow, Transaction } from "#money/contract/transactions.ts";
import type { Statement } from "#money/contract/wallet.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import {
  hasTransaction,
  listHoldIds,
  listTransactionRows,
  listTransactionsOfRequests,
  type TransactionFilter,
  type TransactionRow,
  listTransactionsOfPackage,
  getBalanceAt,
  listStatementRows,
} from "./transaction-queries.ts";
import { textCell, type CsvReader, type CsvWriter } from "#platform/rules/csv-row.ts";
import { preferredLanguage, type Language } from "#platform/rules/language.ts";
import { isPositive, ledgerReasonCodes } from "#money/rules/ledger.ts";
import { findBalance } from "./ledger-queries.ts";
import { csvDownload } from "#platform/server/http/csv-download.ts";
import type { Db } from "#platform/server/db/open.ts";
import { addMonths } from "#platform/rules/calendar.ts";
import { planName } from "#platform/contract/fields.ts";
import { depositCheckoutHours } from "#platform/rules/money.ts";

const pageLength = 10;

/**
 * Ten transactions of the signed-in user that fit the filter, or shipments with all theirs, the newest or those older than the cursor `before`,
 * and the cursor of the next page, null at the end. New transactions never shift a page. Throws `invalid_input` for a
 * cursor of another user.
 */
export async function listTransactions(
  context: SignedInContext,
  input: { before?: string | undefined; by?: "transaction" | "shipment" } & TransactionFilter,
): Promise<{ items: HistoryRow[]; olderThan: string | null }> {
  return await readHistory(context, context.session.person.id, input);
}

/** The same of any customer by shipment, for staff. Throws also `not_found` where there is no wallet. */
export async function listUserTransactions(
  context: SignedInContext,
  { userId, before }: { readonly userId: string; readonly before?: string | undefined },
): Promise<{ items: HistoryRow[]; olderThan: string | null }> {
  if ((await findBalance(context.db, userId)) === undefined) throw apiError("not_found");
  return await readHistory(context, userId, { before, by: "shipment" });
}

async function readHistory(
  context: SignedInContext,
  userId: string,
  input: Parameters<typeof listTransactions>[1],
): Promise<{ items: HistoryRow[]; olderThan: string | null }> {
  const { before = null, by, ...filter } = input;
  if (before !== null && !(await isOwnCursor(context, userId, before))) {
    throw apiError("invalid_input", { field: "before" }, sentence("errors.cursorUnknown"));
  }
  const byShipment = by === "shipment";
  const page = { userId, before, limit: pageLength + 1, byShipment };
  const rows = await listTransactionRows(context.db, page, filter);
  const described = await describeWithServices(context, rows.slice(0, pageLength));
  const names = await readPackageNames(context, described);
  const items = byShipment
    ? await withShipments(context, { userId, newest: described, names })
    : described.map((one) => withPackageName(one, names));
  const olderThan = rows.length > pageLength ? (items.at(-1)?.id ?? null) : null;
  return { items, olderThan };
}

/** Transactions with the names of the extra services that they pay. */
async function describeWithServices(
  { db, listeners, language }: SignedInContext,
  rows: readonly TransactionRow[],
): Promise<Transaction[]> {
  const ofServices = rows.filter(({ metadata }) => metadata["reasonCode"] === "extra_service");
  const holdIds = await listHoldIds(
    db,
    ofServices.map(({ id }) => id),
  );
  const services = await listeners.ordersOfHolds(db, [...holdIds.values()], language);
  return rows.map((row) => {
    const described = describeTransaction(row, language);
    const service = services.get(holdIds.get(row.id) ?? "");
    return service === undefined ? described : { ...described, reason: service.name };
  });
}

function sumOf(transactions: readonly Transaction[]): number {
  return transactions
    .filter(({ status }) => status === "completed" || status === "pending")
    .reduce((sum, one) => sum + (isPositive(one.type) ? one.amountCents : -one.amountCents), 0);
}

function statusOf(transactions: readonly Transaction[]): Transaction["status"] {
  const inOrder = ["pending", "completed", "failed", "canceled"] as const;
  return inOrder.find((status) => transactions.some((one) => one.status === status)) ?? "canceled";
}

type PackageNames = Awaited<ReturnType<SignedInContext["listeners"]["packageNamesOf"]>>;

/** How the packages of transactions or holds are called. */
export async function readPackageNames(
  { db, listeners }: Pick<SignedInContext, "db" | "listeners">,
  ofPackages: readonly Pick<Transaction, "packageId">[],
): Promise<PackageNames> {
  const packageIds = ofPackages.flatMap(({ packageId }) => packageId ?? []);
  return await listeners.packageNamesOf(db, [...new Set(packageIds)]);
}

/** The same with how its package is called, where that is by another name than its tracking number. */
export function withPackageName<One extends Pick<Transaction, "packageId">>(
  one: One,
  names: PackageNames,
): One & Pick<Transaction, "packageName"> {
  const known = names.get(one.packageId ?? "");
  if (known === undefined || known.name === known.trackingNumber) return one;
  return { ...one, packageName: known.name };
}

/** The newest transactions of ship requests with all of these; the others as they are. */
async function withShipments(
  context: SignedInContext,
  page: { userId: string; newest: readonly Transaction[]; names: PackageNames },
): Promise<HistoryRow[]> {
  const { userId, newest, names } = page;
  const { db } = context;
  const requestIds = newest.flatMap(({ shipRequestId }) => shipRequestId ?? []);
  const rows = await listTransactionsOfRequests(db, userId, requestIds);
  const described = await describeWithServices(context, rows);
  const byRequest = Map.groupBy(described, ({ shipRequestId }) => shipRequestId);
  return newest.map((one) => {
    const transaction = withPackageName(one, names);
    const ofRequest = byRequest.get(transaction.shipRequestId) ?? [];
    const transactions = ofRequest.map((part) => withPackageName(part, names));
    if (!transaction.shipRequestId || transactions.length === 0) return transaction;
    const name = names.get(transaction.packageId ?? "");
    return {
      ...transaction,
      shipment: {
        name: name?.name ?? transaction.trackingNumber ?? null,
        destination: name?.destination ?? null,
        status: statusOf(transactions),
        sumCents: sumOf(transactions),
        transactions,
      },
    };
  });
}

/** All transactions of the signed-in user, the newest first. */
export async function readAllTransactions(context: SignedInContext): Promise<Transaction[]> {
  const all: Transaction[] = [];
  let before: string | undefined;
  do {
    const { items, olderThan } = await listTransactions(context, { before });
    all.push(...items);
    before = olderThan ?? undefined;
  } while (before !== undefined);
  return all;
}

async function isOwnCursor(
  context: SignedInContext,
  userId: string,
  before: string,
): Promise<boolean> {
  return z.uuid().safeParse(before).success && hasTransaction(context.db, userId, before);
}

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
    translate(language, `labels.transactionType.${transaction.type}`),
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

/** What a user's package has cost so far: fees, those on hold as pending, and refunds, oldest first. */
export async function listPackageCharges(
  db: Db,
  {
    userId,
    packageId,
    language,
  }: { readonly userId: string; readonly packageId: string; readonly language: Language },
): Promise<Transaction[]> {
  const rows = await listTransactionsOfPackage(db, userId, packageId);
  return rows.map((row) => describeTransaction(row, language));
}

/**
 * The movements of the signed-in user's wallet within a month (UTC), with the balance before, after each, and at the
 * end. Holds move nothing and are left out; plans paid by card are listed with a change of 0. Throws `invalid_input` for
 * a month that has not begun.
 */
export async function readStatement(
  { db, session, now, language }: SignedInContext,
  { month }: { month: string },
): Promise<Statement> {
  const { person } = session;
  const startsAt = new Date(`${month}-01T00:00:00.000Z`);
  const endsAt = addMonths(startsAt, 1);
  if (startsAt > now()) {
    throw apiError("invalid_input", { field: "month" }, sentence("errors.monthNotBegun"));
  }
  const openingCents = await getBalanceAt(db, person.id, startsAt);
  const rows = await listStatementRows(db, person.id, { startsAt, endsAt });
  let balanceCents = openingCents;
  const lines = rows.map((row) => {
    const changeCents = Number(row.changeCents);
    balanceCents += changeCents;
    return {
      id: row.id,
      type: row.type,
      at: row.at.toISOString(),
      amountCents: Number(row.amountCents),
      changeCents,
      balanceCents,
      ...describeMetadata(row, language),
    };
  });
  const total = (sign: 1 | -1) =>
    lines.reduce((sum, { changeCents }) => sum + Math.max(0, sign * changeCents), 0);
  return {
    month,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    isComplete: endsAt <= now(),
    fullName: person.fullName,
    email: person.email,
    openingCents,
    inCents: total(1),
    outCents: total(-1),
    closingCents: balanceCents,
    lines,
  };
}

/** The metadata that a transaction's owner may see; the rest is for admins. */
const shownMetadata = z.object({
  reason: z.string().nullish(),
  /** In place of a reason, where it is not one that somebody typed. */
  reasonCode: z.enum(ledgerReasonCodes).nullish(),
  reference: z.string().nullish(),
  legNumber: z.int().nullish(),
  trackingNumber: z.string().nullish(),
  packageId: z.string().nullish(),
  shipRequestId: z.string().nullish(),
  caseId: z.string().nullish(),
  plan: planName.nullish(),
});

const checkoutMilliseconds = depositCheckoutHours * 60 * 60 * 1000;

/** Why the money moved, as somebody typed it, or in `language`; null when it is not recorded. */
function reasonOf(
  { reason, reasonCode, reference }: z.infer<typeof shownMetadata>,
  language: Language,
): string | null {
  if (!reasonCode) return reason ?? null;
  return translate(language, `records.reason.${reasonCode}`, { reference: reference ?? "" });
}

/** The metadata that a transaction's owner may see, in `language`, with null for what is missing. */
export function describeMetadata(
  { metadata }: Pick<TransactionRow, "metadata">,
  language: Language,
): Pick<
  Transaction,
  "reason" | "legNumber" | "trackingNumber" | "packageId" | "shipRequestId" | "caseId" | "plan"
> {
  const shown = shownMetadata.parse(metadata);
  const { legNumber, trackingNumber, packageId, shipRequestId, caseId, plan } = shown;
  return {
    reason: reasonOf(shown, language),
    legNumber: legNumber ?? null,
    trackingNumber: trackingNumber ?? null,
    packageId: packageId ?? null,
    ...(typeof shipRequestId === "string" && { shipRequestId }),
    ...(typeof caseId === "string" && { caseId }),
    plan: plan ?? null,
  };
}

/** The transaction as the contract defines it, in `language`. */
export function describeTransaction(row: TransactionRow, language: Language): Transaction {
  return {
    id: row.id,
    type: row.type,
    amountCents: Number(row.amountCents),
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    ...describeMetadata(row, language),
    ...(row.type === "deposit" &&
      row.status === "pending" && {
        payableUntil: new Date(row.createdAt.getTime() + checkoutMilliseconds).toISOString(),
      }),
  };
}
