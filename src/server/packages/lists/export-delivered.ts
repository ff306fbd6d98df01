// Exports all delivered packages as CSV.
import * as z from "zod";
import { locale, timeZone } from "#contract/fields.ts";
import { apiError } from "#contract/errors.ts";
import { statusLabel } from "#core/package-status.ts";
import type { CurrentSession, AppServices } from "#server/context.ts";
import { csvWriter, textCell, type CsvWriter } from "#core/csv-row.ts";
import { csvDownload, parseQuery } from "#server/http/csv-download.ts";
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

const exportQuery = z.strictObject({ timeZone, locale });

function cellsOf(csv: CsvWriter, row: DeliveredRow) {
  return [
    textCell(row.trackingNumber),
    row.userEmail,
    row.origin,
    row.destination,
    statusLabel("delivered"),
    csv.kilograms(row.estimatedWeightGrams),
    csv.kilograms(row.finalWeightGrams),
    textCell(row.description ?? ""),
    csv.day(row.createdAt),
    csv.day(row.updatedAt),
  ];
}

/**
 * `delivered-shipments.csv`, newest first, read from the database while it is sent. The query may hold a `timeZone` and
 * a `locale` for dates and numbers. Throws `signed_out`, `forbidden` (not an admin) and `invalid_input`.
 */
export async function exportDelivered(
  services: Pick<AppServices, "db" | "log" | "queues">,
  request: Request,
  session: CurrentSession | null,
): Promise<Response> {
  if (session === null) throw apiError("signed_out");
  if (!session.person.isAdmin) throw apiError("forbidden");
  const csv = csvWriter(parseQuery(request, exportQuery));
  const { db } = services;
  return await csvDownload<DeliveredRow>(
    services,
    { request, userId: session.person.id },
    {
      fileName: "delivered-shipments.csv",
      of: "delivered shipments",
      csv,
      columns,
      rowsAtOnce,
      readAfter: (last) => listDeliveredAfter(db, last, rowsAtOnce),
      cellsOf: (row) => cellsOf(csv, row),
    },
  );
}
