// The CSV files about the wallets of all customers.
import { translate } from "#platform/server/translate.ts";
import { textCell, type CsvReader } from "#platform/rules/csv-row.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { csvDownload } from "#platform/server/http/csv-download.ts";
import { listOpenHoldsAfter, type OpenHoldRow } from "./hold-queries.ts";
import { listPayoutsAfter, type PayoutRow } from "./payout-queries.ts";
import { describeHold, namePackages } from "./wallets.ts";

const rowsAtOnce = 500;

const payoutColumns = [
  "Customer",
  "Amount (USD)",
  "State",
  "Requested",
  "Started",
  "Started By",
  "Settled",
  "Reference",
  "Reason",
  "Id",
];

function payoutState({ outcome, startedAt }: PayoutRow): string {
  if (outcome !== null)
    return { paid: "Paid", declined: "Declined", withdrawn: "Withdrawn" }[outcome];
  return startedAt === null ? "Open" : "Processing";
}

/** `payouts.csv` with the payout requests of all customers, newest first. Throws what `csvDownload` throws. */
export async function exportPayoutRequests(
  context: SignedInContext,
  input: CsvReader,
): Promise<ReadableStream<Uint8Array>> {
  return await csvDownload<PayoutRow>(context, input, {
    fileName: "payouts.csv",
    columns: payoutColumns,
    rowsAtOnce,
    audited: {},
    readAfter: (last) => listPayoutsAfter(context.db, last?.id ?? null, rowsAtOnce),
    cellsOf: (csv, row) => [
      row.userEmail ?? "",
      csv.amount(Number(row.amountCents)),
      payoutState(row),
      csv.moment(row.createdAt),
      row.startedAt === null ? "" : csv.moment(row.startedAt),
      row.startedBy ?? "",
      row.settledAt === null ? "" : csv.moment(row.settledAt),
      textCell(row.reference ?? ""),
      textCell(row.reason ?? ""),
      row.id,
    ],
  });
}

const holdColumns = ["Customer", "Amount (USD)", "Type", "Reason", "Package", "Leg", "Held", "Id"];

async function readHoldsAfter(
  { db, listeners }: SignedInContext,
  search: string,
  after: string | null,
): Promise<(OpenHoldRow & { readonly trackingNumber: string | null })[]> {
  const rows = await listOpenHoldsAfter(db, search, after, rowsAtOnce);
  const named = await namePackages({ listeners }, db, rows);
  const emails = new Map(rows.map(({ id, userEmail }) => [id, userEmail]));
  return named.map((hold) => ({ ...hold, userEmail: emails.get(hold.id) ?? "" }));
}

/**
 * `holds.csv` with what is on hold now in the wallets of the customers whom `search` finds, of all where it is empty, newest
 * first. Throws what `csvDownload` throws.
 */
export async function exportHolds(
  context: SignedInContext,
  { search, ...reader }: CsvReader & { readonly search: string },
): Promise<ReadableStream<Uint8Array>> {
  return await csvDownload(context, reader, {
    fileName: "holds.csv",
    columns: holdColumns,
    rowsAtOnce,
    audited: { isSearch: search !== "" },
    readAfter: (last: Awaited<ReturnType<typeof readHoldsAfter>>[number] | null) =>
      readHoldsAfter(context, search, last?.id ?? null),
    cellsOf: (csv, row) => [
      row.userEmail,
      csv.amount(Number(row.amountCents)),
      translate("en", `labels.transactionType.${row.type}`),
      textCell(describeHold(row, "en").reason),
      textCell(row.trackingNumber ?? ""),
      row.legNumber?.toString() ?? "",
      csv.moment(row.heldAt),
      row.id,
    ],
  });
}
