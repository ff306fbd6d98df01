import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { countAttempt } from "#platform/server/limits/count-attempt.ts";

/**
 * Starts a reconciliation as a job; its report appears in the list. Written to the audit log. Throws
 * `too_many_requests` after ten in an hour.
 */
export async function startReconciliation(
  context: SignedInContext,
): Promise<Record<string, never>> {
  const { db: pool, session, now } = context;
  await countAttempt(pool, "reconciliationsPerAccount", session.person.id, now());
  await atomically(pool, async (db) => {
    await context.jobs.enqueue(db, "reconcile", { cause: "admin" });
    await recordAdminAction(context, db, {
      action: "payments.startReconciliation",
      target: "reconciliations",
    });
  });
  return {};
}
