import type { ErrorGroup } from "#platform/contract/error-reports.ts";
import { apiError } from "#platform/contract/errors.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { describeErrorGroup } from "./describe-error-group.ts";
import { findErrorGroup, updateResolution } from "./error-queries.ts";

/** Resolves or reopens the group; the next occurrence reopens it as well. Throws `not_found`. */
export async function resolveError(
  context: SignedInContext,
  { errorGroupId, isResolved }: { readonly errorGroupId: string; readonly isResolved: boolean },
): Promise<ErrorGroup> {
  const now = context.now();
  const actorId = context.session.person.id;
  return await atomically(context.db, async (db) => {
    const before = await findErrorGroup(db, errorGroupId);
    if (before === undefined) throw apiError("not_found");
    await updateResolution(db, errorGroupId, isResolved ? { by: actorId, at: now } : null);
    await recordAdminAction(context, db, {
      action: "errorReports.resolveError",
      target: errorGroupId,
      before: { isResolved: before.resolvedAt !== null },
      after: { isResolved },
    });
    return describeErrorGroup({ ...before, resolvedAt: isResolved ? now : null });
  });
}
