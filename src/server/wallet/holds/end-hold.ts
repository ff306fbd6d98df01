// What settling and releasing a held fee share: who may, which hold, once, on the record.
import { refusal } from "#contract/problems.ts";
import type { Hold } from "#contract/wallet.ts";
import { recordAdminAction } from "#server/audit/record-admin-action.ts";
import type { SignedInContext } from "#server/context.ts";
import { atomically, type Db } from "#server/db/open.ts";
import { requireFreshProof } from "#server/people/require-fresh-proof.ts";
import { lockBalance } from "#server/wallet/store.ts";
import { describeHold } from "./describe-hold.ts";
import { lockHold, updateHold, type HoldRow } from "./store.ts";

/** How a hold is ended: the operation's name, what it comes to, and what is written into the ledger with it. */
export type HoldEnd = {
  readonly action: "wallet.settleHold" | "wallet.releaseHold";
  readonly state: "settled" | "released";
  readonly settledCents: number | null;
  readonly reason: string;
  readonly write: (db: Db, hold: HoldRow) => Promise<void>;
};

/**
 * Ends the hold `holdId` and writes what follows, all or nothing. One that was ended in the same way before is
 * answered as it is. Returns it with what its owner can spend then.
 *
 * Refuses `fresh_proof_required`, `not_found`, `own_wallet`, and `conflict` when it was ended otherwise, or is of a
 * payout, which ends with its request.
 */
export async function endHold(
  context: SignedInContext,
  holdId: string,
  end: HoldEnd,
): Promise<{ hold: Hold; balanceCents: number }> {
  requireFreshProof(context);
  const actorId = context.session.person.id;
  return await atomically(context.db, async (db) => {
    const hold = await lockHold(db, holdId);
    if (hold === undefined) throw refusal("not_found");
    if (hold.type !== "shipping_fee") {
      throw refusal(
        "conflict",
        {},
        "This money is held for a payout. Please settle it in Payouts.",
      );
    }
    if (hold.user_id === actorId) throw refusal("own_wallet");
    const balanceCents = (await lockBalance(db, hold.user_id)) ?? 0;
    if (hold.state !== "held") return { hold: sameEnd(hold, end), balanceCents };
    const { state, settledCents, reason, action } = end;
    const at = context.now();
    await updateHold(db, holdId, { state, settledCents, endedBy: actorId, at });
    await end.write(db, hold);
    const balanceAfterCents = (await lockBalance(db, hold.user_id)) ?? 0;
    await recordAdminAction(db, {
      actorId,
      ipAddress: context.ipAddress,
      now: at,
      action,
      target: hold.user_id,
      before: { holdId, heldCents: Number(hold.amount_cents), balanceCents },
      after: { state, settledCents, balanceCents: balanceAfterCents },
      reason: reason === "" ? hold.reason : reason,
    });
    const ended: HoldRow = {
      ...hold,
      state,
      settled_cents: settledCents === null ? null : BigInt(settledCents),
      ended_at: at,
    };
    return { hold: describeHold(ended), balanceCents: balanceAfterCents };
  });
}

function sameEnd(hold: HoldRow, end: HoldEnd): Hold {
  const settledCents = hold.settled_cents === null ? null : Number(hold.settled_cents);
  if (hold.state !== end.state || settledCents !== end.settledCents) {
    throw refusal("conflict", {}, "This hold was ended already. Please reload.");
  }
  return describeHold(hold);
}
