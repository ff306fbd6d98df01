import type { AuditEntry } from "#office/contract/audit.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import {
  countEntries,
  isLogProtectedByPrivileges,
  listActions,
  type AuditFilter,
  listAuditRows,
  listTargetNames,
  type AuditRow,
} from "./entry-list-queries.ts";
import { textCell, type CsvReader, type CsvWriter } from "#platform/rules/csv-row.ts";
import { csvDownload } from "#platform/server/http/csv-download.ts";
import type { Db } from "#platform/server/db/open.ts";

/** Counting stops here; older entries are found by narrowing the filters. */
const maxCounted = 10_000;

/**
 * One page of matching entries, newest first, their number, every action to filter by, and whether the privileges of the
 * server's database role keep it from changing the log.
 */
export async function listEntries(
  { db, session }: SignedInContext,
  input: AuditFilter & { readonly page: number; readonly pageSize: number },
): Promise<{
  items: AuditEntry[];
  total: number;
  actions: string[];
  isProtectedByPrivileges: boolean;
}> {
  const { page, pageSize, ...filter } = input;
  const offset = (page - 1) * pageSize;
  const hasWarehouse = session.person.isWarehouseEntered;
  const [items, total, actions, isProtectedByPrivileges] = await Promise.all([
    offset >= maxCounted
      ? []
      : readNamedEntries(db, filter, { offset, limit: pageSize }, hasWarehouse),
    countEntries(db, filter, maxCounted),
    listActions(db),
    isLogProtectedByPrivileges(db),
  ]);
  return { items: items.map(describeEntry), total, actions, isProtectedByPrivileges };
}

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
    readAfter: (last) =>
      readNamedEntries(
        context.db,
        input,
        { after: last, limit: rowsAtOnce },
        context.session.person.isWarehouseEntered,
      ),
    cellsOf,
  });
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type NamedEntry = AuditRow & {
  /** Null when the target has no name or no longer exists. */
  readonly targetName: string | null;
};

/** One page of entries, newest first, with the names of their targets. */
async function readNamedEntries(
  db: Db,
  filter: AuditFilter,
  page: Parameters<typeof listAuditRows>[2],
  hasWarehouse: boolean,
): Promise<NamedEntry[]> {
  const rows = await listAuditRows(db, filter, page);
  const ids = new Set(rows.map(({ target }) => target).filter((target) => uuid.test(target)));
  const names = await listTargetNames(db, [...ids], hasWarehouse);
  return rows.map((row) => ({ ...row, targetName: names.get(row.target) ?? null }));
}

function describeEntry(entry: NamedEntry): AuditEntry {
  return { ...entry, id: String(entry.id), createdAt: entry.createdAt.toISOString() };
}
