import { apiError } from "#platform/contract/errors.ts";
import type { Hold } from "#money/contract/wallet.ts";
import { randomUUID } from "node:crypto";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { requireAll } from "#platform/server/require-all.ts";
import { parseAdjustmentAmount } from "#money/server/wallet/parse-adjustment-amount.ts";
import { describeHold } from "./describe-hold.ts";
import {
  insertHold,
  findHoldByIdempotencyKey,
  type HoldRow,
  type StoredHold,
} from "./hold-queries.ts";
import { limitBalance, queueLowBalance } from "#money/server/wallet/charge-emails.ts";
import { lockBalance } from "#money/server/wallet/ledger-queries.ts";
import { namePackage } from "./name-packages.ts";
import "#money/server/wallet/announcements.ts";

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
 * settled or released. A repeat under the same idempotency key returns the same hold. Written to the audit log. Returns
 * the hold with what can be spent then.
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
  return await atomically(context.db, async (db) => {
    const balanceCents = await lockBalance(db, input.userId);
    if (balanceCents === null) throw apiError("not_found");
    await context.actsOn(db, "wallet", input.userId);
    const earlier = await findHoldByIdempotencyKey(db, input.idempotencyKey);
    if (earlier !== undefined) {
      requireSameRequest(earlier, input, amountCents);
      const same = await namePackage(context, db, earlier);
      return { hold: describeHold(same, context.language), balanceCents };
    }
    await context.listeners.confirmCharge(db, input.packageId ?? null, input.ignoresShipRequest);
    if (balanceCents < amountCents) throw apiError("insufficient_balance");
    const hold = await insertFeeHold(context, db, input, amountCents);
    const balanceAfterCents = balanceCents - amountCents;
    await recordAdminAction(context, db, {
      action: "wallet.holdShippingFee",
      target: input.userId,
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
  });
}

function requireSameRequest(hold: StoredHold, input: HoldRequest, amountCents: number): void {
  const isSame =
    hold.type === "shipping_fee" &&
    hold.userId === input.userId &&
    Number(hold.amountCents) === amountCents &&
    hold.reason === input.reason &&
    hold.legNumber === (input.legNumber ?? null) &&
    hold.packageId === (input.packageId ?? null);
  if (!isSame) throw apiError("idempotency_key_reused");
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
