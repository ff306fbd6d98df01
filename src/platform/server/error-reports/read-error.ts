import type { ErrorGroup, LoggedError } from "#platform/contract/error-reports.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { describeErrorGroup } from "./describe-error-group.ts";
import { findErrorGroup, listOccurrences } from "./error-queries.ts";

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
