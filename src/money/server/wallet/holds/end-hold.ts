import { sentence } from "#platform/server/translate.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { Hold } from "#money/contract/wallet.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { limitBalance, queueLowBalance } from "#money/server/wallet/charge-emails.ts";
import { lockBalance } from "#money/server/wallet/ledger-queries.ts";
import { describeHold } from "./describe-hold.ts";
import { lockHold, updateHold, type HoldRow } from "./hold-queries.ts";
import { namePackage } from "./name-packages.ts";

/** How a hold ends: the operation, the final amount, and what is written into the ledger with it. */
export type HoldEnd = {
  readonly action: "wallet.settleHold" | "wallet.releaseHold";
  readonly state: "settled" | "released";
  readonly settledCents: number | null;
  readonly reason: string;
  readonly write: (db: Db, hold: HoldRow) => Promise<void>;
};

/**
 * Ends the hold `holdId` of a shipping fee, with its ledger entries and an audit entry in one database transaction. A
 * repeat with the same end returns the hold as it is. Returns it with what its owner can spend then.
 *
 * Throws `not_found`, `own_wallet`, and `conflict` when it ended otherwise, or belongs to a
 * payout, which ends with its request.
 */
export async function endHold(
  context: SignedInContext,
  holdId: string,
  end: HoldEnd,
): Promise<{ hold: Hold; balanceCents: number }> {
  const actorId = context.session.person.id;
  return await atomically(context.db, async (db) => {
    const locked = await lockHold(db, holdId);
    if (locked === undefined) throw apiError("not_found");
    const hold = await namePackage(context, db, locked);
    await context.actsOn(db, "hold", hold.userId);
    if (hold.type === "payout") throw apiError("conflict", {}, sentence("errors.heldForPayout"));
    if (hold.shipRequestId !== null || hold.type !== "shipping_fee") {
      throw apiError("conflict", {}, sentence("errors.heldForShipRequest"));
    }
    const balanceCents = (await lockBalance(db, hold.userId)) ?? 0;
    if (hold.state !== "held")
      return { hold: describeHold(requireSameEnd(hold, end), context.language), balanceCents };
    const { state, settledCents, reason, action } = end;
    const at = context.now();
    const before = await limitBalance(db, hold.userId, balanceCents);
    await updateHold(db, holdId, { state, settledCents, endedBy: actorId, at });
    await end.write(db, hold);
    const balanceAfterCents = (await lockBalance(db, hold.userId)) ?? 0;
    await queueLowBalance(context, db, hold.userId, {
      changeId: `${holdId} ${state}`,
      before,
      balanceCents: balanceAfterCents,
    });
    await recordAdminAction(context, db, {
      action,
      target: hold.userId,
      before: { holdId, heldCents: Number(hold.amountCents), balanceCents },
      after: { state, settledCents, balanceCents: balanceAfterCents },
      reason: reason === "" ? hold.reason : reason,
    });
    const ended: HoldRow = {
      ...hold,
      state,
      settledCents: settledCents === null ? null : BigInt(settledCents),
      endedAt: at,
    };
    return { hold: describeHold(ended, context.language), balanceCents: balanceAfterCents };
  });
}

function requireSameEnd(hold: HoldRow, end: HoldEnd): HoldRow {
  const settledCents = hold.settledCents === null ? null : Number(hold.settledCents);
  if (hold.state !== end.state || settledCents !== end.settledCents) {
    throw apiError("conflict", {}, sentence("errors.holdEnded"));
  }
  return hold;
}
