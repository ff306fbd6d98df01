// Streams the audit log to staff as a file for spreadsheets.
import * as z from "zod";
import { auditFilter } from "#contract/audit.ts";
import { locale, timeZone } from "#contract/fields.ts";
import { refusal } from "#contract/problems.ts";
import { csvRow, csvStart, textCell } from "#core/csv-row.ts";
import type { CurrentSession, Parts } from "#server/context.ts";
import { readEntries, type NamedEntry } from "./entries.ts";
import type { AuditFilter } from "./store.ts";

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
type Asked = z.infer<typeof asked>;

function givenQuery(request: Request): Asked {
  const result = asked.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw refusal("invalid_input", { field: String(issue?.path[0] ?? "") }, issue?.message);
}

function json(facts: unknown): string {
  return facts === null ? "" : JSON.stringify(facts);
}

function rowWriter(given: Asked): (entry: NamedEntry) => string {
  const moment = new Intl.DateTimeFormat(given.locale, {
    timeZone: given.timeZone,
    dateStyle: "medium",
    timeStyle: "medium",
  });
  return (entry) =>
    csvRow([
      moment.format(entry.createdAt),
      entry.actorEmail ?? (entry.actorId === null ? "Operator" : entry.actorId),
      entry.action,
      textCell(entry.targetName ?? ""),
      textCell(entry.target),
      entry.refusal === null ? "Done" : `Refused: ${entry.refusal}`,
      entry.reason ?? "",
      json(entry.before),
      json(entry.after),
      entry.ipAddress ?? "",
    ]);
}

/** Reads on only when what it gave was taken, and holds no connection meanwhile. */
async function* csvOfEntries(
  { db, log }: Pick<Parts, "db" | "log">,
  filter: AuditFilter,
  writeRow: (entry: NamedEntry) => string,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(csvStart + csvRow(columns));
  let last: NamedEntry | null = null;
  try {
    for (;;) {
      const rows: NamedEntry[] = await readEntries(db, filter, { after: last, limit: rowsAtOnce });
      last = rows.at(-1) ?? null;
      if (last !== null) yield Buffer.from(rows.map(writeRow).join(""));
      if (rows.length < rowsAtOnce) return;
    }
  } catch (error) {
    log.error({ error }, "The export of the audit log broke off");
    throw error;
  }
}

/**
 * `audit-log.csv`, newest first, read from the database while it is sent. The query takes the filters of the list
 * and the reader's `timeZone` and `locale`. Throws the refusals `signed_out`, `forbidden` and `invalid_input`.
 */
export function exportEntries(
  parts: Pick<Parts, "db" | "log">,
  request: Request,
  session: CurrentSession | null,
): Response {
  if (session === null) throw refusal("signed_out");
  if (!session.person.isAdmin) throw refusal("forbidden");
  const given = givenQuery(request);
  return new Response(ReadableStream.from(csvOfEntries(parts, given, rowWriter(given))), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="audit-log.csv"',
      "cache-control": "no-store",
    },
  });
}
