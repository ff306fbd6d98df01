// Staff set a quoted shipping fee aside in a customer's wallet.
import { refusal } from "#contract/problems.ts";
import type { Hold } from "#contract/wallet.ts";
import { isTransactionAmount } from "#core/ledger.ts";
import { parseAmountCents } from "#core/money.ts";
import { randomUUID } from "node:crypto";
import { recordAdminAction } from "#server/audit/record-admin-action.ts";
import type { SignedInContext } from "#server/context.ts";
import { atomically, type Db } from "#server/db/open.ts";
import { requireFreshProof } from "#server/people/require-fresh-proof.ts";
import { describeHold } from "./holds/describe-hold.ts";
import {
  insertHold,
  selectHoldOfRequest,
  selectTrackingNumber,
  type HoldRow,
} from "./holds/store.ts";
import { lockBalance } from "./store.ts";

type HoldRequest = {
  readonly userId: string;
  readonly amount: number | string;
  readonly reason: string;
  readonly legNumber?: number | undefined;
  readonly packageId?: string | undefined;
  readonly requestKey: string;
};

/**
 * Sets `amount` dollars aside for a fee: they can no longer be spent, and stand in the history as pending, until the
 * hold is settled or released. A repeat under the same request key finds the same hold. It is on the record. Returns
 * the hold with what can be spent then.
 *
 * Refuses `missing_information`, `invalid_adjustment_amount`, `fresh_proof_required`, `own_wallet`, `not_found` (the
 * person, or a package that is not theirs), `request_key_reused`, `insufficient_balance`.
 */
export async function holdShippingFee(
  context: SignedInContext,
  input: HoldRequest,
): Promise<{ hold: Hold; balanceCents: number }> {
  const amountCents = heldAmountOf(input);
  requireFreshProof(context);
  if (input.userId === context.session.person.id) throw refusal("own_wallet");
  return await atomically(context.db, async (db) => {
    const balanceCents = await lockBalance(db, input.userId);
    if (balanceCents === null) throw refusal("not_found");
    const earlier = await selectHoldOfRequest(db, input.requestKey);
    if (earlier !== undefined) {
      return { hold: describeHold(sameRequest(earlier, input, amountCents)), balanceCents };
    }
    if (balanceCents < amountCents) throw refusal("insufficient_balance");
    const hold = await keep(context, db, input, amountCents);
    const balanceAfterCents = balanceCents - amountCents;
    await recordAdminAction(db, {
      actorId: context.session.person.id,
      ipAddress: context.ipAddress,
      now: context.now(),
      action: "wallet.holdShippingFee",
      target: input.userId,
      before: { balanceCents },
      after: { balanceCents: balanceAfterCents, holdId: hold.id, heldCents: amountCents },
      reason: input.reason,
    });
    return { hold: describeHold(hold), balanceCents: balanceAfterCents };
  });
}

function heldAmountOf({ amount, reason }: HoldRequest): number {
  if (reason === "" || String(amount).trim() === "") throw refusal("missing_information");
  const reading = parseAmountCents(amount);
  if (!reading.ok || !isTransactionAmount(reading.amountCents)) {
    throw refusal("invalid_adjustment_amount");
  }
  return reading.amountCents;
}

function sameRequest(hold: HoldRow, input: HoldRequest, amountCents: number): HoldRow {
  const isSame =
    hold.type === "shipping_fee" &&
    hold.user_id === input.userId &&
    Number(hold.amount_cents) === amountCents &&
    hold.reason === input.reason &&
    hold.leg_number === (input.legNumber ?? null) &&
    hold.package_id === (input.packageId ?? null);
  if (!isSame) throw refusal("request_key_reused");
  return hold;
}

async function keep(
  context: SignedInContext,
  db: Db,
  input: HoldRequest,
  amountCents: number,
): Promise<HoldRow> {
  const { userId, reason, requestKey, legNumber = null, packageId = null } = input;
  const trackingNumber =
    packageId === null ? null : await selectTrackingNumber(db, packageId, userId);
  if (trackingNumber === undefined) throw refusal("not_found");
  const hold = await insertHold(db, {
    transactionId: randomUUID(),
    userId,
    type: "shipping_fee",
    amountCents,
    reason,
    legNumber,
    packageId,
    trackingNumber,
    requestKey,
    heldBy: context.session.person.id,
    at: context.now(),
  });
  if (hold === undefined) throw refusal("request_key_reused");
  return hold;
}
