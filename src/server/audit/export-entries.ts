import * as z from "zod";
import { auditFilter } from "#contract/audit.ts";
import { locale, timeZone } from "#contract/fields.ts";
import { apiError } from "#contract/errors.ts";
import { csvWriter, textCell, type CsvWriter } from "#core/csv-row.ts";
import type { CurrentSession, AppServices } from "#server/context.ts";
import { csvDownload, parseQuery } from "#server/http/csv-download.ts";
import { readNamedEntries, type NamedEntry } from "./read-named-entries.ts";

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

const batchSize = 500;

const querySchema = z.strictObject({ ...auditFilter, timeZone, locale });

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
    entry.errorCode === null ? "Done" : `Rejected: ${entry.errorCode}`,
    textCell(entry.reason ?? ""),
    json(entry.before),
    json(entry.after),
    entry.ipAddress ?? "",
  ];
}

/**
 * `audit-log.csv`, newest first, read from the database while it is sent. The query string takes the filters of the list
 * and the reader's `timeZone` and `locale`. Throws `signed_out`, `forbidden`, `invalid_input`, and the errors of
 * `csvDownload`.
 */
export async function exportEntries(
  services: Pick<AppServices, "db" | "log" | "queues">,
  request: Request,
  session: CurrentSession | null,
): Promise<Response> {
  if (session === null) throw apiError("signed_out");
  if (!session.person.isAdmin) throw apiError("forbidden");
  const query = parseQuery(request, querySchema);
  const csv = csvWriter(query);
  const { db } = services;
  return await csvDownload<NamedEntry>(
    services,
    { request, userId: session.person.id },
    {
      fileName: "audit-log.csv",
      of: "the audit log",
      csv,
      columns,
      rowsAtOnce: batchSize,
      readAfter: (last) => readNamedEntries(db, query, { after: last, limit: batchSize }),
      cellsOf: (entry) => cellsOf(csv, entry),
    },
  );
}
