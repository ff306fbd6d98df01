// Streams all delivered packages to staff as a file for spreadsheets.
import * as z from "zod";
import { locale, timeZone } from "#contract/fields.ts";
import { refusal } from "#contract/problems.ts";
import { statusLabel } from "#core/package-status.ts";
import type { CurrentSession, Parts } from "#server/context.ts";
import { csvRow, textCell } from "#core/csv-row.ts";
import { csvDownload, givenQuery } from "#server/http/csv-download.ts";
import { selectDelivered, type DeliveredRow } from "./lists/store.ts";

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

const reader = z.strictObject({ timeZone, locale });

type Reader = z.infer<typeof reader>;

/** How a package reads in the reader's locale and time zone. */
function rowWriter(given: Reader): (row: DeliveredRow) => string {
  const date = new Intl.DateTimeFormat(given.locale, { timeZone: given.timeZone });
  const kilograms = new Intl.NumberFormat(given.locale, {
    maximumFractionDigits: 3,
    useGrouping: false,
  });
  const weight = (grams: number | null) =>
    grams === null ? "TBD" : kilograms.format(grams / 1000);
  return (row) =>
    csvRow([
      textCell(row.trackingNumber),
      row.userEmail,
      row.origin,
      row.destination,
      statusLabel("delivered"),
      weight(row.estimatedWeightGrams),
      weight(row.finalWeightGrams),
      textCell(row.description ?? ""),
      date.format(row.createdAt),
      date.format(row.updatedAt),
    ]);
}

/**
 * `delivered-shipments.csv`, newest first, read from the database while it is sent. The query may name the reader's
 * `timeZone` and `locale`, in which dates and numbers are written. Throws the refusals `signed_out`, `forbidden`
 * (not staff) and `invalid_input`.
 */
export function exportDelivered(
  { db, log }: Pick<Parts, "db" | "log">,
  request: Request,
  session: CurrentSession | null,
): Response {
  if (session === null) throw refusal("signed_out");
  if (!session.person.isAdmin) throw refusal("forbidden");
  return csvDownload<DeliveredRow>(log, {
    fileName: "delivered-shipments.csv",
    of: "delivered shipments",
    columns,
    rowsAtOnce,
    readAfter: (last) => selectDelivered(db, last, rowsAtOnce),
    writeRow: rowWriter(givenQuery(request, reader)),
  });
}
