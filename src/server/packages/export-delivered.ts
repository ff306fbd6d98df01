// Streams all delivered packages to staff as a file for spreadsheets.
import * as z from "zod";
import { locale, timeZone } from "#contract/fields.ts";
import { refusal } from "#contract/problems.ts";
import { statusLabel } from "#core/package-status.ts";
import type { CurrentSession, Parts } from "#server/context.ts";
import { csvRow, csvStart, textCell } from "#core/csv-row.ts";
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

function givenReader(request: Request): Reader {
  const result = reader.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw refusal("invalid_input", { field: String(issue?.path[0] ?? "") }, issue?.message);
}

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

/** Reads on only when what it gave was taken, and holds no connection meanwhile: whoever goes away leaves nothing. */
async function* csvOfDelivered(
  { db, log }: Pick<Parts, "db" | "log">,
  writeRow: (row: DeliveredRow) => string,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(csvStart + csvRow(columns));
  let last: DeliveredRow | null = null;
  try {
    for (;;) {
      const rows: DeliveredRow[] = await selectDelivered(db, last, rowsAtOnce);
      last = rows.at(-1) ?? null;
      if (last !== null) yield Buffer.from(rows.map(writeRow).join(""));
      if (rows.length < rowsAtOnce) return;
    }
  } catch (error) {
    log.error({ error }, "The export of delivered shipments broke off");
    throw error;
  }
}

/**
 * `delivered-shipments.csv`, newest first, read from the database while it is sent. The query may name the reader's
 * `timeZone` and `locale`, in which dates and numbers are written. Throws the refusals `signed_out`, `forbidden`
 * (not staff) and `invalid_input`.
 */
export function exportDelivered(
  parts: Pick<Parts, "db" | "log">,
  request: Request,
  session: CurrentSession | null,
): Response {
  if (session === null) throw refusal("signed_out");
  if (!session.person.isAdmin) throw refusal("forbidden");
  const rows = csvOfDelivered(parts, rowWriter(givenReader(request)));
  return new Response(ReadableStream.from(rows), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="delivered-shipments.csv"',
      "cache-control": "no-store",
    },
  });
}
