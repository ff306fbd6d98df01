import type { AuditEntry } from "#office/contract/audit.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { describeEntry, readNamedEntries } from "./read-named-entries.ts";
import {
  countEntries,
  isLogProtectedByPrivileges,
  listActions,
  type AuditFilter,
} from "./entry-list-queries.ts";

/** Counting stops here; older entries are found by narrowing the filters. */
const maxCounted = 10_000;

/**
 * One page of matching entries, newest first, their number, every action to filter by, and whether the privileges of the
 * server's database role keep it from changing the log.
 */
export async function listEntries(
  { db }: SignedInContext,
  input: AuditFilter & { readonly page: number; readonly pageSize: number },
): Promise<{
  items: AuditEntry[];
  total: number;
  actions: string[];
  isProtectedByPrivileges: boolean;
}> {
  const { page, pageSize, ...filter } = input;
  const offset = (page - 1) * pageSize;
  const [items, total, actions, isProtectedByPrivileges] = await Promise.all([
    offset >= maxCounted ? [] : readNamedEntries(db, filter, { offset, limit: pageSize }),
    countEntries(db, filter, maxCounted),
    listActions(db),
    isLogProtectedByPrivileges(db),
  ]);
  return { items: items.map(describeEntry), total, actions, isProtectedByPrivileges };
}
