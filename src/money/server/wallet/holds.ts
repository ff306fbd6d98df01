import { apiError } from "#platform/contract/errors.ts";
import type { Hold } from "#money/contract/wallet.ts";
import { randomUUID } from "node:crypto";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { requireAll } from "#platform/server/required-input.ts";
import { parseAdjustmentAmount, describeHold, namePackage } from "./wallets.ts";
import { insertHold, type HoldRow, lockHold, updateHold } from "./hold-queries.ts";
import { limitBalance, queueLowBalance, queueWalletCharged } from "./queue-charge-emails.ts";
import { lockBalance } from "./ledger-queries.ts";
import "#money/server/announcements.ts";
import { recordTransaction, type Posting } from "./record-transaction.ts";
import { updatePendingTransaction } from "./transaction-queries.ts";
import { sentence } from "#platform/server/translate.ts";

type HoldRequest = {
  readonly userId: string;
  readonly amount: number | string;
  readonly reason: string;
  readonly legNumber?: number | undefined;
  readonly packageId?: string | undefined;
  /** Whether staff confirmed to charge a package that a ship request charges by itself. */
  readonly ignoresShipRequest?: boolean | undefined;
  readonly idempotencyKey: string;
};

/**
 * Holds `amount` dollars for a fee: they can no longer be spent, and are pending in the history, until the hold is
 * settled or released. Written to the audit log. Returns the hold with what can be spent then.
 *
 * Throws `missing_information`, `invalid_adjustment_amount`, `own_wallet`, `not_found` (the
 * user, or a package that is not theirs), `idempotency_key_reused`, `insufficient_balance`.
 */
export async function holdShippingFee(
  context: SignedInContext,
  input: HoldRequest,
): Promise<{ hold: Hold; balanceCents: number }> {
  requireAll(input.reason, String(input.amount));
  const amountCents = parseAdjustmentAmount(input.amount);
  const { db } = context;
  const balanceCents = await lockBalance(db, input.userId);
  if (balanceCents === null) throw apiError("not_found");
  await context.actsOn(db, "wallet", input.userId);
  await context.listeners.confirmCharge(db, input.packageId ?? null, input.ignoresShipRequest);
  if (balanceCents < amountCents) throw apiError("insufficient_balance");
  const hold = await insertFeeHold(context, db, input, amountCents);
  const balanceAfterCents = balanceCents - amountCents;
  await context.audit({
    before: { balanceCents },
    after: { balanceCents: balanceAfterCents, holdId: hold.id, heldCents: amountCents },
    reason: input.reason,
  });
  const before = await limitBalance(db, input.userId, balanceCents);
  await queueLowBalance(context, db, input.userId, {
    changeId: hold.id,
    before,
    balanceCents: balanceAfterCents,
  });
  return { hold: describeHold(hold, context.language), balanceCents: balanceAfterCents };
}

async function insertFeeHold(
  context: SignedInContext,
  db: Db,
  input: HoldRequest,
  amountCents: number,
): Promise<HoldRow> {
  const { userId, reason, idempotencyKey, legNumber = null, packageId = null } = input;
  const trackingNumber =
    packageId === null ? null : await context.listeners.trackingNumberOf(db, packageId, userId);
  if (trackingNumber === undefined) throw apiError("not_found");
  const hold = await insertHold(db, {
    transactionId: randomUUID(),
    userId,
    type: "shipping_fee",
    amountCents,
    reason,
    legNumber,
    packageId,
    trackingNumber,
    idempotencyKey,
    heldBy: context.session.person.id,
    at: context.now(),
  });
  if (hold === undefined) throw apiError("idempotency_key_reused");
  return hold;
}

/**
 * Debits the fee: the pending transaction is completed at the amount that was held, and the difference to the final
 * `amount` is a transaction of its own, a further fee or a refund. A repeat with the same amount changes nothing.
 *
 * Throws what `endHold` throws, `invalid_adjustment_amount`, and `insufficient_balance` when the wallet cannot pay what
 * the fee exceeds the hold by.
 */
export async function settleHold(
  context: SignedInContext,
  input: { holdId: string; amount: number | string; reason: string },
): Promise<{ hold: Hold; balanceCents: number }> {
  const amountCents = parseAdjustmentAmount(input.amount);
  const { reason } = input;
  return await endHold(context, input.holdId, {
    state: "settled",
    settledCents: amountCents,
    reason,
    write: async (db, hold) => {
      await postFee(context, db, hold, { amountCents, reason });
      await queueWalletCharged(context, db, {
        id: hold.id,
        userId: hold.userId,
        amountCents,
        heldCents: Number(hold.amountCents),
        reason: reason === "" ? hold.reason : reason,
        legNumber: hold.legNumber,
        packageId: hold.packageId,
        trackingNumber: hold.trackingNumber,
      });
    },
  });
}

async function postFee(
  context: SignedInContext,
  db: Db,
  hold: HoldRow,
  fee: { readonly amountCents: number; readonly reason: string },
): Promise<void> {
  const { id: holdId, userId } = hold;
  const heldCents = Number(hold.amountCents);
  const at = context.now();
  const settler = { settledBy: context.session.person.id };
  await post(db, {
    idempotencyKey: `hold:${holdId}`,
    transactionId: hold.transactionId,
    userId,
    type: "shipping_fee",
    amountCents: heldCents,
    metadata: settler,
    at,
  });
  const differenceCents = fee.amountCents - heldCents;
  if (differenceCents === 0) return;
  const reasonCode = differenceCents > 0 ? "fee_above_hold" : "fee_below_hold";
  await post(db, {
    idempotencyKey: `hold-difference:${holdId}`,
    userId,
    type: differenceCents > 0 ? "shipping_fee" : "refund",
    amountCents: Math.abs(differenceCents),
    metadata: {
      ...settler,
      holdId,
      packageId: hold.packageId,
      legNumber: hold.legNumber,
      trackingNumber: hold.trackingNumber,
      ...(fee.reason === "" ? { reasonCode } : { reason: fee.reason }),
    },
    at,
  });
}

async function post(db: Db, posting: Posting): Promise<void> {
  const posted = await recordTransaction(db, posting);
  if (posted.kind !== "rejected") return;
  if (posted.reason === "insufficient_balance") throw apiError("insufficient_balance");
  throw new Error(`The ledger rejected ${posting.idempotencyKey}: ${posted.reason}.`);
}

/**
 * Releases a hold: its amount can be spent again, and its pending transaction is canceled. A repeat changes nothing.
 * Throws what `endHold` throws, and `missing_information` without a reason.
 */
export async function releaseHold(
  context: SignedInContext,
  input: { holdId: string; reason: string },
): Promise<{ hold: Hold; balanceCents: number }> {
  if (input.reason === "") throw apiError("missing_information");
  return await endHold(context, input.holdId, {
    state: "released",
    settledCents: null,
    reason: input.reason,
    write: (db, hold) => updatePendingTransaction(db, hold.transactionId, "canceled"),
  });
}

/** How a hold ends: the final amount, and what is written into the ledger with it. */
type HoldEnd = {
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
async function endHold(
  context: SignedInContext,
  holdId: string,
  end: HoldEnd,
): Promise<{ hold: Hold; balanceCents: number }> {
  const actorId = context.session.person.id;
  const { db } = context;
  const locked = await lockHold(db, holdId);
  if (locked === undefined) throw apiError("not_found");
  const hold = await namePackage(context, db, locked);
  await context.actsOn(db, "hold", hold.userId);
  if (hold.type === "payout") throw apiError("conflict", {}, sentence("errors.heldForPayout"));
  if (hold.shipRequestId !== null || hold.type !== "shipping_fee") {
    throw apiError("conflict", {}, sentence("errors.heldForShipRequest"));
  }
  const balanceCents = (await lockBalance(db, hold.userId)) ?? 0;
  if (hold.state !== "held") {
    context.unchanged();
    return { hold: describeHold(requireSameEnd(hold, end), context.language), balanceCents };
  }
  const { state, settledCents, reason } = end;
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
  await context.auditOf(hold.userId, {
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
}

function requireSameEnd(hold: HoldRow, end: HoldEnd): HoldRow {
  const settledCents = hold.settledCents === null ? null : Number(hold.settledCents);
  if (hold.state !== end.state || settledCents !== end.settledCents) {
    throw apiError("conflict", {}, sentence("errors.holdEnded"));
  }
  return hold;
}
