// Takes back the own request for a payout.
import type { Payout } from "#contract/users.ts";
import { apiError } from "#contract/errors.ts";
import type { SignedInContext } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import { releasePayout } from "#server/wallet/holds/hold-payout.ts";
import { describePayout, lockPayoutAndWallet } from "./payouts.ts";
import { findPayout, updateSettled } from "./payout-queries.ts";

/**
 * Gives the money free again and deletes where it was to go; a repeat answers as before. Refuses `not_found` (also for
 * somebody else's), `payout_started` once staff were shown where to pay, and `conflict` when it was paid or declined.
 */
export async function withdrawPayout(
  context: SignedInContext,
  { payoutRequestId: id }: { readonly payoutRequestId: string },
): Promise<Payout> {
  const userId = context.session.person.id;
  const row = await atomically(context.db, async (db) => {
    const payout = await lockPayoutAndWallet(db, id);
    if (payout?.userId !== userId) throw apiError("not_found");
    if (payout.outcome === "withdrawn") return payout;
    if (payout.settledAt !== null || payout.holdId === null) throw apiError("conflict");
    if (payout.startedAt !== null) throw apiError("payout_started");
    const ended = { by: userId, at: context.now() };
    await releasePayout(db, { holdId: payout.holdId, ...ended });
    const outcome = "withdrawn" as const;
    await updateSettled(db, id, { ...ended, outcome, reason: null, reference: null });
    context.log.info({ userId, payoutId: id }, "Payout withdrawn");
    return (await findPayout(db, id)) ?? payout;
  });
  return describePayout(context, row);
}
