// Staff credit a customer's wallet or deduct a fee from it, with a reason, on the record.
import { apiError, type ErrorCode } from "#contract/errors.ts";
import type { Transaction } from "#contract/wallet.ts";
import { adjustBalance, adjustmentTypes, isTransactionAmount } from "#core/ledger.ts";
import type { AdjustmentKind } from "#core/ledger.ts";
import { decimalText, parseAmountCents } from "#core/money.ts";
import { ApiError } from "#core/api-error.ts";
import { recordAdminAction } from "#server/audit/record-admin-action.ts";
import type { SignedInContext } from "#server/context.ts";
import { atomically, type Db } from "#server/db/open.ts";
import { requireReauthentication } from "#server/auth/require-reauthentication.ts";
import { describeTransaction } from "./describe-transaction.ts";
import { recordTransaction, type PostingOutcome } from "./record-transaction.ts";
import { lockBalance, readHeldCents, readTransaction } from "./ledger-queries.ts";

/** What staff ask for. `amount` is in dollars, as typed; `legNumber` names the leg that a fee pays. */
export type Adjustment = {
  readonly userId: string;
  readonly kind: AdjustmentKind;
  readonly amount: number | string;
  readonly reason: string;
  readonly legNumber?: number | undefined;
  readonly idempotencyKey: string;
};

type Adjusted = { readonly transaction: Transaction; readonly balanceCents: number };

const errorResponseOf = {
  invalid_amount: "invalid_adjustment_amount",
  insufficient_balance: "insufficient_balance",
  key_reused: "idempotency_key_reused",
  no_wallet: "not_found",
} as const satisfies Record<Extract<PostingOutcome, { kind: "refused" }>["reason"], ErrorCode>;

/**
 * Makes the adjustment: its transaction, with the balance before and after, who made it and why, the
 * movement of the balance, and an entry in the audit log, all or nothing. A repeat under the same request
 * key answers as the first time. Refused attempts are in the audit log too.
 *
 * Refuses, in this order: `missing_information`, `invalid_adjustment_amount`, `reauthentication_required`, `own_wallet`,
 * `not_found`, `idempotency_key_reused`, `insufficient_balance`.
 */
export async function adjustWallet(context: SignedInContext, input: Adjustment): Promise<Adjusted> {
  const amountCents = adjustmentAmountOf(input);
  try {
    requireReauthentication(context);
    if (input.userId === context.session.person.id) throw apiError("own_wallet");
    const adjusted = await atomically(context.db, (db) => adjust(context, db, input, amountCents));
    const { kind } = input;
    context.log.info(
      { kind, amountCents, transactionId: adjusted.transaction.id },
      "Wallet adjusted",
    );
    return adjusted;
  } catch (error) {
    if (error instanceof ApiError) await recordRejection(context, input, amountCents, error.code);
    throw error;
  }
}

function adjustmentAmountOf({ amount, reason }: Adjustment): number {
  if (reason === "" || String(amount).trim() === "") throw apiError("missing_information");
  const reading = parseAmountCents(amount);
  if (!reading.ok || !isTransactionAmount(reading.amountCents)) {
    throw apiError("invalid_adjustment_amount");
  }
  return reading.amountCents;
}

async function adjust(
  context: SignedInContext,
  db: Db,
  input: Adjustment,
  amountCents: number,
): Promise<Adjusted> {
  const { userId, kind, reason } = input;
  const legNumber = kind === "deduction" ? (input.legNumber ?? null) : null;
  const balanceCents = await lockBalance(db, userId);
  if (balanceCents === null) throw apiError("not_found");
  const decided = adjustBalance({ balanceCents, kind, amountCents });
  const newBalanceCents = decided.ok ? decided.balanceCents : balanceCents;
  const heldCents = await readHeldCents(db, userId);

  // The ledger decides again: only it knows whether this is a repeat, which holds whatever the balance.
  const posted = await recordTransaction(db, {
    idempotencyKey: `adjustment:${input.idempotencyKey}`,
    request: { reason, legNumber },
    userId,
    type: adjustmentTypes[kind],
    amountCents,
    metadata: {
      reason,
      legNumber,
      admin_adjustment: true,
      adjustment_type: kind,
      leg_number: legNumber,
      original_balance: dollars(balanceCents),
      new_balance: dollars(newBalanceCents),
      adjusted_by: context.session.person.id,
    },
    at: context.now(),
  });
  if (posted.kind === "refused") throw apiError(errorResponseOf[posted.reason]);
  if (posted.kind === "applied") {
    await recordAdminAction(db, {
      ...actorOf(context),
      action: "wallet.adjustWallet",
      target: userId,
      before: { balanceCents },
      after: { balanceCents: newBalanceCents, transactionId: posted.transactionId },
      reason,
    });
  }
  const row = await readTransaction(db, posted.transactionId);
  return {
    transaction: describeTransaction(row),
    balanceCents: posted.balanceCents - heldCents,
  };
}

function actorOf({ session, ipAddress, now }: SignedInContext) {
  return { actorId: session.person.id, ipAddress, now: now() };
}

/** As the specification keeps balances: a number of dollars. PostgreSQL stores it exactly. */
function dollars(amountCents: number): number {
  return Number(decimalText(amountCents));
}

// What was refused has been undone as a whole; the attempt is recorded by itself.
async function recordRejection(
  context: SignedInContext,
  { userId, kind, reason }: Adjustment,
  amountCents: number,
  code: string,
): Promise<void> {
  await recordAdminAction(context.db, {
    ...actorOf(context),
    action: "wallet.adjustWallet",
    target: userId,
    after: { kind, amountCents },
    errorCode: code,
    reason,
  });
}
