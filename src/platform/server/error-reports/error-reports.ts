import type { ErrorSource, ErrorState } from "#platform/rules/list-page.ts";
import type { ErrorGroup, LoggedError } from "#platform/contract/error-reports.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import {
  listErrorGroups,
  findErrorGroup,
  listOccurrences,
  lockErrorGroup,
  updateResolution,
  type ErrorGroupRow,
} from "./error-queries.ts";
import { apiError } from "#platform/contract/errors.ts";

/** One page of error groups, seen last first, and how many are open whatever the filter. */
export async function listErrors(
  { db }: SignedInContext,
  input: {
    readonly state: ErrorState;
    readonly source: ErrorSource;
    readonly page: number;
    readonly pageSize: number;
  },
): Promise<{ items: ErrorGroup[]; total: number; openCount: number }> {
  const { page, pageSize, ...filter } = input;
  const { items, ...counts } = await listErrorGroups(db, {
    ...filter,
    offset: (page - 1) * pageSize,
    limit: pageSize,
  });
  return { ...counts, items: items.map(describeErrorGroup) };
}

const maxOccurrences = 20;

/** The group with its newest occurrences. Throws `not_found`. */
export async function readError(
  { db }: SignedInContext,
  { errorGroupId }: { readonly errorGroupId: string },
): Promise<{ group: ErrorGroup; occurrences: LoggedError[] }> {
  const group = await findErrorGroup(db, errorGroupId);
  if (group === undefined) throw apiError("not_found");
  const errors = await listOccurrences(db, errorGroupId, maxOccurrences);
  return {
    group: describeErrorGroup(group),
    occurrences: errors.map((error) => ({
      ...error,
      id: String(error.id),
      createdAt: error.createdAt.toISOString(),
    })),
  };
}

/**
 * Resolves or reopens the group; the next occurrence reopens it as well. One that is so already stays as it is. Throws
 * `not_found`.
 */
export async function resolveError(
  context: SignedInContext,
  { errorGroupId, isResolved }: { readonly errorGroupId: string; readonly isResolved: boolean },
): Promise<ErrorGroup> {
  const now = context.now();
  const actorId = context.session.person.id;
  const { db } = context;
  await lockErrorGroup(db, errorGroupId);
  const before = await findErrorGroup(db, errorGroupId);
  if (before === undefined) throw apiError("not_found");
  const edit = context.edits({ isResolved: before.resolvedAt !== null }, { isResolved });
  if (edit === null) return describeErrorGroup(before);
  await updateResolution(db, errorGroupId, isResolved ? { by: actorId, at: now } : null);
  await context.audit(edit);
  return describeErrorGroup({ ...before, resolvedAt: isResolved ? now : null });
}

function describeErrorGroup(row: ErrorGroupRow): ErrorGroup {
  return {
    ...row,
    times: Number(row.times),
    firstSeenAt: row.firstSeenAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
  };
}
