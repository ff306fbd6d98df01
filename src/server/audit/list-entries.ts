// Shows staff the audit log.
import type { AuditEntry } from "#contract/audit.ts";
import type { SignedInContext } from "#server/context.ts";
import { describeEntry, readEntries } from "./entries.ts";
import {
  countEntries,
  isLogClosedByRight,
  selectActions,
  type AuditFilter,
} from "./audit-queries.ts";

/** So many are counted at most; who looks for older ones narrows what they ask for. */
const mostCounted = 10_000;

/**
 * One page of what is asked for, newest first, how many there are, the actions there are to ask for, and whether the
 * database itself keeps this server from changing the log.
 */
export async function listEntries(
  { db }: SignedInContext,
  input: AuditFilter & { readonly page: number; readonly pageSize: number },
): Promise<{ items: AuditEntry[]; total: number; actions: string[]; isClosedByRight: boolean }> {
  const { page, pageSize, ...filter } = input;
  const offset = (page - 1) * pageSize;
  const [items, total, actions, isClosedByRight] = await Promise.all([
    offset >= mostCounted ? [] : readEntries(db, filter, { offset, limit: pageSize }),
    countEntries(db, filter, mostCounted),
    selectActions(db),
    isLogClosedByRight(db),
  ]);
  return { items: items.map(describeEntry), total, actions, isClosedByRight };
}
