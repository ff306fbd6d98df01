import { apiError } from "#platform/contract/errors.ts";
import type { Hold } from "#money/contract/wallet.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { queueWalletCharged } from "#money/server/wallet/charge-emails.ts";
import { parseAdjustmentAmount } from "#money/server/wallet/parse-adjustment-amount.ts";
import { endHold } from "./end-hold.ts";
import type { HoldRow } from "./hold-queries.ts";
import { recordTransaction, type Posting } from "#money/server/wallet/record-transaction.ts";

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
    action: "wallet.settleHold",
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
