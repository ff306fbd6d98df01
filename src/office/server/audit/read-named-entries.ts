import type { AuditEntry } from "#office/contract/audit.ts";
import type { Db } from "#platform/server/db/open.ts";
import {
  listAuditRows,
  listTargetNames,
  type AuditFilter,
  type AuditRow,
} from "./entry-list-queries.ts";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export type NamedEntry = AuditRow & {
  /** Null when the target has no name or no longer exists. */
  readonly targetName: string | null;
};

/** One page of entries, newest first, with the names of their targets. */
export async function readNamedEntries(
  db: Db,
  filter: AuditFilter,
  page: Parameters<typeof listAuditRows>[2],
): Promise<NamedEntry[]> {
  const rows = await listAuditRows(db, filter, page);
  const ids = new Set(rows.map(({ target }) => target).filter((target) => uuid.test(target)));
  const names = await listTargetNames(db, [...ids]);
  return rows.map((row) => ({ ...row, targetName: names.get(row.target) ?? null }));
}

export function describeEntry(entry: NamedEntry): AuditEntry {
  return { ...entry, id: String(entry.id), createdAt: entry.createdAt.toISOString() };
}
