import { textCell, type CsvReader, type CsvWriter } from "#platform/rules/csv-row.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { csvDownload } from "#platform/server/http/csv-download.ts";
import type { AuditFilter } from "./entry-list-queries.ts";
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

const rowsAtOnce = 500;

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

/** `audit-log.csv` with the entries that match, newest first. Throws what `csvDownload` throws. */
export async function exportEntries(
  context: SignedInContext,
  input: AuditFilter & CsvReader,
): Promise<ReadableStream<Uint8Array>> {
  return await csvDownload<NamedEntry>(context, input, {
    fileName: "audit-log.csv",
    columns,
    rowsAtOnce,
    readAfter: (last) => readNamedEntries(context.db, input, { after: last, limit: rowsAtOnce }),
    cellsOf,
  });
}
