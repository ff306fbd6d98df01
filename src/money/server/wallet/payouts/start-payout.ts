import { apiError } from "#platform/contract/errors.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { decryptDetails } from "./describe-payout.ts";
import { lockPayoutAndWallet } from "./lock-payout.ts";
import { findPayout, updatePayoutStarted } from "./payout-queries.ts";

/**
 * Returns the destination of a payout, which its owner can no longer withdraw then, with the admin who was shown it first
 * and when, so that two admins do not both pay. Every call is in the audit log.
 *
 * Throws `not_found`, `own_wallet`, and `conflict` when it has ended.
 */
export async function startPayout(
  context: SignedInContext,
  { payoutRequestId: id }: { readonly payoutRequestId: string },
): Promise<{ details: string; startedAt: string; startedBy: string | null }> {
  const actorId = context.session.person.id;
  const now = context.now();
  return await atomically(context.db, async (db) => {
    const payout = await lockPayoutAndWallet(context, db, id);
    if (payout === undefined) throw apiError("not_found");
    const details = decryptDetails(context, payout);
    if (payout.settledAt !== null || details === null) throw apiError("conflict");
    await updatePayoutStarted(db, id, { by: actorId, at: now });
    await recordAdminAction(context, db, {
      action: "wallet.startPayout",
      target: payout.userId,
      after: { payoutRequestId: id, amountCents: Number(payout.amountCents) },
    });
    const started = await findPayout(db, id);
    return {
      details,
      startedAt: (started?.startedAt ?? now).toISOString(),
      startedBy: started?.startedBy ?? null,
    };
  });
}
