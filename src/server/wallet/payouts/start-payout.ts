// Shows staff where the money of a payout is to go, from when on its owner cannot withdraw it.
import { apiError } from "#contract/errors.ts";
import { recordAdminAction } from "#server/audit/record-admin-action.ts";
import type { SignedInContext } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import { lockPayoutAndWallet, openDetails } from "./payouts.ts";
import { findPayout, updateStarted } from "./payout-queries.ts";
import { requireReauthentication } from "#server/auth/require-reauthentication.ts";

/**
 * The destination, and who was first shown it when: two who pay at once would pay twice. Each look is in the audit log.
 * Refuses `reauthentication_required`, `not_found`, `own_wallet`, and `conflict` when it has ended.
 */
export async function startPayout(
  context: SignedInContext,
  { payoutRequestId: id }: { readonly payoutRequestId: string },
): Promise<{ details: string; startedAt: string; startedBy: string | null }> {
  requireReauthentication(context);
  const actorId = context.session.person.id;
  const now = context.now();
  return await atomically(context.db, async (db) => {
    const payout = await lockPayoutAndWallet(db, id);
    if (payout === undefined) throw apiError("not_found");
    if (payout.userId === actorId) throw apiError("own_wallet");
    const details = openDetails(context, payout);
    if (payout.settledAt !== null || details === null) throw apiError("conflict");
    await updateStarted(db, id, { by: actorId, at: now });
    await recordAdminAction(db, {
      actorId,
      action: "wallet.startPayout",
      target: payout.userId,
      after: { payoutRequestId: id, amountCents: Number(payout.amountCents) },
      ipAddress: context.ipAddress,
      now,
    });
    const started = await findPayout(db, id);
    return {
      details,
      startedAt: (started?.startedAt ?? now).toISOString(),
      startedBy: started?.startedBy ?? null,
    };
  });
}
