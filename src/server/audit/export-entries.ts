// Streams the audit log to staff as a file for spreadsheets.
import * as z from "zod";
import { auditFilter } from "#contract/audit.ts";
import { locale, timeZone } from "#contract/fields.ts";
import { refusal } from "#contract/problems.ts";
import { csvWriter, textCell, type CsvWriter } from "#core/csv-row.ts";
import type { CurrentSession, Parts } from "#server/context.ts";
import { csvDownload, givenQuery } from "#server/http/csv-download.ts";
import { readEntries, type NamedEntry } from "./entries.ts";

const columns = [
  "When",
  "Who",
  "Action",
  "Target",
  "Target Id",
  "Outcome",
  "Reason",
  "Before",
  "After",
  "IP Address",
];

const rowsAtOnce = 500;

const asked = z.strictObject({ ...auditFilter, timeZone, locale });

function json(facts: unknown): string {
  return facts === null ? "" : JSON.stringify(facts);
}

function cellsOf(csv: CsvWriter, entry: NamedEntry) {
  return [
    csv.moment(entry.createdAt),
    entry.actorEmail ?? (entry.actorId === null ? "Operator" : entry.actorId),
    entry.action,
    textCell(entry.targetName ?? ""),
    textCell(entry.target),
    entry.refusal === null ? "Done" : `Refused: ${entry.refusal}`,
    textCell(entry.reason ?? ""),
    json(entry.before),
    json(entry.after),
    entry.ipAddress ?? "",
  ];
}

/**
 * `audit-log.csv`, newest first, read from the database while it is sent. The query takes the filters of the list
 * and the reader's `timeZone` and `locale`. Throws the refusals `signed_out`, `forbidden` and `invalid_input`,
 * and those of `csvDownload`.
 */
export async function exportEntries(
  parts: Pick<Parts, "db" | "log" | "queues">,
  request: Request,
  session: CurrentSession | null,
): Promise<Response> {
  if (session === null) throw refusal("signed_out");
  if (!session.person.isAdmin) throw refusal("forbidden");
  const given = givenQuery(request, asked);
  const csv = csvWriter(given);
  const { db } = parts;
  return await csvDownload<NamedEntry>(
    parts,
    { request, userId: session.person.id },
    {
      fileName: "audit-log.csv",
      of: "the audit log",
      csv,
      columns,
      rowsAtOnce,
      readAfter: (last) => readEntries(db, given, { after: last, limit: rowsAtOnce }),
      cellsOf: (entry) => cellsOf(csv, entry),
    },
  );
}
