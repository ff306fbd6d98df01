import { apiError, type ErrorCode } from "#platform/contract/errors.ts";
import type { Transaction } from "#money/contract/wallet.ts";
import { adjustBalance, adjustmentTypes } from "#money/rules/ledger.ts";
import type { AdjustmentKind } from "#money/rules/ledger.ts";
import { decimalText } from "#platform/rules/money.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { requireAll } from "#platform/server/require-all.ts";
import { parseAdjustmentAmount } from "./parse-adjustment-amount.ts";
import { limitBalance, queueLowBalance, queueWalletCharged } from "./charge-emails.ts";
import { describeTransaction } from "./describe-transaction.ts";
import { recordTransaction, type PostingOutcome } from "./record-transaction.ts";
import { getHeldCents, lockBalance } from "./ledger-queries.ts";
import { getTransaction } from "./transaction-queries.ts";
import "./announcements.ts";

/** `amount` is in dollars, as typed; `legNumber` and `packageId` are the leg and package that a fee pays for. */
export type Adjustment = {
  readonly userId: string;
  readonly kind: AdjustmentKind;
  readonly amount: number | string;
  readonly reason: string;
  readonly legNumber?: number | undefined;
  readonly packageId?: string | undefined;
  /** Whether staff confirmed to charge a package that a ship request charges by itself. */
  readonly ignoresShipRequest?: boolean | undefined;
  readonly idempotencyKey: string;
};

type AdjustmentResult = { readonly transaction: Transaction; readonly balanceCents: number };

const errorCodes = {
  invalid_amount: "invalid_adjustment_amount",
  insufficient_balance: "insufficient_balance",
  key_reused: "idempotency_key_reused",
  no_wallet: "not_found",
} as const satisfies Record<Extract<PostingOutcome, { kind: "rejected" }>["reason"], ErrorCode>;

/**
 * Credits a customer's wallet or deducts a fee from it: the transaction, the movement of the balance and the audit
 * entry are written together. A repeat under the same idempotency key returns the first result.
 *
 * Throws, in this order: `missing_information`, `invalid_adjustment_amount`, `own_wallet`,
 * `not_found` (the user, or a package that is not theirs), `idempotency_key_reused`, `insufficient_balance`.
 */
export async function adjustWallet(
  context: SignedInContext,
  input: Adjustment,
): Promise<AdjustmentResult> {
  requireAll(input.reason, String(input.amount));
  const amountCents = parseAdjustmentAmount(input.amount);
  const result = await atomically(context.db, (db) => adjust(context, db, input, amountCents));
  const { kind } = input;
  context.log.info({ kind, amountCents, transactionId: result.transaction.id }, "Wallet adjusted");
  return result;
}

async function adjust(
  context: SignedInContext,
  db: Db,
  input: Adjustment,
  amountCents: number,
): Promise<AdjustmentResult> {
  const { userId, kind, reason } = input;
  const legNumber = kind === "deduction" ? (input.legNumber ?? null) : null;
  const packageId = kind === "deduction" ? (input.packageId ?? null) : null;
  const balanceCents = await lockBalance(db, userId);
  if (balanceCents === null) throw apiError("not_found");
  await context.actsOn(db, "wallet", userId);
  const trackingNumber =
    packageId && (await context.listeners.trackingNumberOf(db, packageId, userId));
  if (trackingNumber === undefined) throw apiError("not_found");
  if (packageId !== null) {
    await context.listeners.confirmCharge(db, packageId, input.ignoresShipRequest);
  }
  const decided = adjustBalance({ balanceCents, kind, amountCents });
  const newBalanceCents = decided.ok ? decided.balanceCents : balanceCents;
  const heldCents = await getHeldCents(db, userId);
  const before = await limitBalance(db, userId, balanceCents);

  // The ledger checks again: only it knows whether this is a repeat, which succeeds whatever the balance is now.
  const posted = await recordTransaction(db, {
    idempotencyKey: `adjustment:${input.idempotencyKey}`,
    request: { reason, legNumber, ...(packageId !== null && { packageId }) },
    userId,
    type: adjustmentTypes[kind],
    amountCents,
    metadata: {
      reason,
      legNumber,
      ...(packageId !== null && { packageId, trackingNumber }),
      admin_adjustment: true,
      adjustment_type: kind,
      leg_number: legNumber,
      original_balance: dollars(balanceCents),
      new_balance: dollars(newBalanceCents),
      adjusted_by: context.session.person.id,
    },
    at: context.now(),
  });
  if (posted.kind === "rejected") throw apiError(errorCodes[posted.reason]);
  if (posted.kind === "applied") {
    await recordAdminAction(context, db, {
      action: "wallet.adjustWallet",
      target: userId,
      before: { balanceCents },
      after: { balanceCents: newBalanceCents, transactionId: posted.transactionId },
      reason,
    });
    if (kind === "credit") await context.listeners.moneyAvailable(context, db, userId);
    if (kind === "deduction") {
      const { transactionId: id } = posted;
      const charge = { id, userId, amountCents, heldCents: null, reason, legNumber };
      await queueWalletCharged(context, db, { ...charge, packageId, trackingNumber });
      const spendableCents = posted.balanceCents - heldCents;
      const change = { changeId: id, before, balanceCents: spendableCents };
      await queueLowBalance(context, db, userId, change);
    }
  }
  const row = await getTransaction(db, posted.transactionId);
  return {
    transaction: describeTransaction(row, context.language),
    balanceCents: posted.balanceCents - heldCents,
  };
}

/** The specification writes balances as a number of dollars; PostgreSQL stores it exactly. */
function dollars(amountCents: number): number {
  return Number(decimalText(amountCents));
}
