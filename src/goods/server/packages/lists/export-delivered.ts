import { textCell, type CsvReader, type CsvWriter } from "#platform/rules/csv-row.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { csvDownload } from "#platform/server/http/csv-download.ts";
import { listDeliveredAfter, type DeliveredRow } from "./delivered-queries.ts";

const columns = [
  "Tracking Number",
  "User Email",
  "Origin",
  "Destination",
  "Status",
  "Estimated Weight (kg)",
  "Final Weight (kg)",
  "Description",
  "Created Date",
  "Updated Date",
];

const rowsAtOnce = 1000;

function weightCell(csv: CsvWriter, grams: number | null): string {
  return grams === null ? "TBD" : csv.kilograms(grams);
}

function cellsOf(csv: CsvWriter, row: DeliveredRow) {
  return [
    textCell(row.trackingNumber),
    row.userEmail,
    row.origin,
    row.destination,
    "Delivered",
    weightCell(csv, row.estimatedWeightGrams),
    weightCell(csv, row.finalWeightGrams),
    textCell(row.description ?? ""),
    csv.day(row.createdAt),
    csv.day(row.updatedAt),
  ];
}

/** `delivered-shipments.csv` with all delivered packages, newest first. Throws what `csvDownload` throws. */
export async function exportDelivered(
  context: SignedInContext,
  input: CsvReader,
): Promise<ReadableStream<Uint8Array>> {
  return await csvDownload<DeliveredRow>(context, input, {
    fileName: "delivered-shipments.csv",
    columns,
    rowsAtOnce,
    readAfter: (last) => listDeliveredAfter(context.db, last, rowsAtOnce),
    cellsOf,
  });
}
