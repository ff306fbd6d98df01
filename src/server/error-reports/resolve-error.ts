// Lets staff call a kind of error resolved, or open again.
import type { ErrorGroup } from "#contract/error-reports.ts";
import { apiError } from "#contract/errors.ts";
import { recordAdminAction } from "#server/audit/record-admin-action.ts";
import type { SignedInContext } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import { describeErrorGroup } from "./describe-error-group.ts";
import { selectErrorGroup, updateResolution } from "./error-queries.ts";

/** Marks the kind; one that comes back afterwards is open again by itself. Refuses `not_found`. */
export async function resolveError(
  context: SignedInContext,
  { errorGroupId, isResolved }: { readonly errorGroupId: string; readonly isResolved: boolean },
): Promise<ErrorGroup> {
  const now = context.now();
  const actorId = context.session.person.id;
  return await atomically(context.db, async (db) => {
    const before = await selectErrorGroup(db, errorGroupId);
    if (before === undefined) throw apiError("not_found");
    await updateResolution(db, errorGroupId, isResolved ? { by: actorId, at: now } : null);
    await recordAdminAction(db, {
      actorId,
      action: "errorReports.resolveError",
      target: errorGroupId,
      before: { isResolved: before.resolvedAt !== null },
      after: { isResolved },
      ipAddress: context.ipAddress,
      now,
    });
    return describeErrorGroup({ ...before, resolvedAt: isResolved ? now : null });
  });
}
