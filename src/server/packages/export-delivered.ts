// Streams all delivered packages to staff as a file for spreadsheets.
import * as z from "zod";
import type { Shipment } from "#contract/packages.ts";
import { refusal } from "#contract/problems.ts";
import { statusLabel } from "#core/package-status.ts";
import type { CurrentSession, Parts } from "#server/context.ts";
import { csvRow, csvStart } from "#core/csv-row.ts";
import { selectDelivered } from "./store.ts";

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

const rowsAtOnce = 500;

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

function isLocale(locale: string): boolean {
  try {
    return Intl.getCanonicalLocales(locale).length === 1;
  } catch {
    return false;
  }
}

const reader = z.strictObject({
  timeZone: z
    .string()
    .max(60)
    .refine(isTimeZone, "timeZone should be a name such as Asia/Singapore.")
    .default("UTC"),
  locale: z
    .string()
    .max(60)
    .refine(isLocale, "locale should be a language tag such as en-GB.")
    .default("en-US"),
});

type Reader = z.infer<typeof reader>;

function givenReader(request: Request): Reader {
  const result = reader.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw refusal("invalid_input", { field: String(issue?.path[0] ?? "") }, issue?.message);
}

/** How a package reads in the reader's locale and time zone. */
function rowWriter({ timeZone, locale }: Reader): (shipment: Shipment) => string {
  const date = new Intl.DateTimeFormat(locale, { timeZone });
  const kilograms = new Intl.NumberFormat(locale, {
    maximumFractionDigits: 3,
    useGrouping: false,
  });
  const weight = (grams: number | null) =>
    grams === null ? "TBD" : kilograms.format(grams / 1000);
  return (shipment) =>
    csvRow([
      shipment.trackingNumber,
      shipment.userEmail,
      shipment.origin,
      shipment.destination,
      statusLabel(shipment.status),
      weight(shipment.estimatedWeightGrams),
      weight(shipment.finalWeightGrams),
      shipment.description ?? "",
      date.format(new Date(shipment.createdAt)),
      date.format(new Date(shipment.updatedAt)),
    ]);
}

async function* csvOfDelivered(
  { db, log }: Pick<Parts, "db" | "log">,
  writeRow: (shipment: Shipment) => string,
): AsyncGenerator<string> {
  yield csvStart + csvRow(columns);
  let last: Shipment | null = null;
  try {
    for (;;) {
      const shipments: Shipment[] = await selectDelivered(db, last, rowsAtOnce);
      last = shipments.at(-1) ?? null;
      if (last === null) return;
      yield shipments.map(writeRow).join("");
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
  const body = ReadableStream.from(rows).pipeThrough(new TextEncoderStream());
  return new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="delivered-shipments.csv"',
      "cache-control": "no-store",
    },
  });
}
