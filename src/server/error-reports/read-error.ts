// Shows staff one kind of error and when it happened last.
import type { ErrorGroup, LoggedError } from "#contract/error-reports.ts";
import { apiError } from "#contract/errors.ts";
import type { SignedInContext } from "#server/context.ts";
import { describeErrorGroup } from "./describe-error-group.ts";
import { selectErrorGroup, selectErrors } from "./error-queries.ts";

const mostShown = 20;

/** The kind with its newest errors. Refuses `not_found`. */
export async function readError(
  { db }: SignedInContext,
  { errorGroupId }: { readonly errorGroupId: string },
): Promise<{ group: ErrorGroup; occurrences: LoggedError[] }> {
  const group = await selectErrorGroup(db, errorGroupId);
  if (group === undefined) throw apiError("not_found");
  const errors = await selectErrors(db, errorGroupId, mostShown);
  return {
    group: describeErrorGroup(group),
    occurrences: errors.map((error) => ({
      ...error,
      id: String(error.id),
      createdAt: error.createdAt.toISOString(),
    })),
  };
}
