// Reads entries of the audit log as people read them: with the names of what they were done to.
import type { AuditEntry } from "#contract/audit.ts";
import type { Db } from "#server/db/open.ts";
import { selectEntries, selectNames, type AuditFilter, type AuditRow } from "./audit-queries.ts";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** An entry with the name of what it was done to; null where that has none, or is gone. */
export type NamedEntry = AuditRow & { readonly targetName: string | null };

/** One page of entries, newest first. */
export async function readEntries(
  db: Db,
  filter: AuditFilter,
  page: Parameters<typeof selectEntries>[2],
): Promise<NamedEntry[]> {
  const rows = await selectEntries(db, filter, page);
  const ids = new Set(rows.map(({ target }) => target).filter((target) => uuid.test(target)));
  const names = await selectNames(db, [...ids]);
  return rows.map((row) => ({ ...row, targetName: names.get(row.target) ?? null }));
}

/** The entry as the wire has it. */
export function describeEntry(entry: NamedEntry): AuditEntry {
  return { ...entry, id: String(entry.id), createdAt: entry.createdAt.toISOString() };
}
