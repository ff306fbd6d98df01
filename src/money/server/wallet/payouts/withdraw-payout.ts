import type { Payout } from "#money/contract/payouts.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { releasePayout } from "#money/server/wallet/holds/hold-payout.ts";
import { describePayout } from "./describe-payout.ts";
import { lockPayoutAndWallet } from "./lock-payout.ts";
import { findPayout, updatePayoutSettled } from "./payout-queries.ts";

/**
 * Releases the hold of an own payout and deletes its destination; a repeat changes nothing. Throws `not_found` (also for
 * another user's), `payout_started` once an admin was shown the destination, and `conflict` when it was paid or declined.
 */
export async function withdrawPayout(
  context: SignedInContext,
  { payoutRequestId: id }: { readonly payoutRequestId: string },
): Promise<Payout> {
  const userId = context.session.person.id;
  const row = await atomically(context.db, async (db) => {
    const payout = await lockPayoutAndWallet(context, db, id);
    if (payout?.userId !== userId) throw apiError("not_found");
    if (payout.outcome === "withdrawn") return payout;
    if (payout.settledAt !== null || payout.holdId === null) throw apiError("conflict");
    if (payout.startedAt !== null) throw apiError("payout_started");
    const ended = { by: userId, at: context.now() };
    await releasePayout(db, { holdId: payout.holdId, ...ended });
    const outcome = "withdrawn" as const;
    await updatePayoutSettled(db, id, { ...ended, outcome, reason: null, reference: null });
    context.log.info({ userId, payoutId: id }, "Payout withdrawn");
    return (await findPayout(db, id)) ?? payout;
  });
  return describePayout(context, row);
}
