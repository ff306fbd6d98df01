// Staff have ledger and provider compared now.
import { recordAdminAction } from "#server/audit/record-admin-action.ts";
import type { SignedInContext } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";

/** Has the comparison made in the background; its report appears in the list. It is on the record. */
export async function startReconciliation(
  context: SignedInContext,
): Promise<Record<string, never>> {
  await atomically(context.db, async (db) => {
    await context.jobs.enqueue(db, "reconcile", { cause: "admin" });
    await recordAdminAction(db, {
      actorId: context.session.person.id,
      ipAddress: context.ipAddress,
      now: context.now(),
      action: "payments.startReconciliation",
      target: "reconciliations",
    });
  });
  return {};
}
