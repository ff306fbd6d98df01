import { randomUUID } from "node:crypto";
import type { Payout } from "#money/contract/payouts.ts";
import { apiError, type ErrorCode } from "#platform/contract/errors.ts";
import { parseAmountCents } from "#platform/rules/money.ts";
import { checkPayoutAmount, leastPayoutCents, type PayoutError } from "#money/rules/payout.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { holdPayout } from "#money/server/wallet/holds/hold-payout.ts";
import { lockBalance } from "#money/server/wallet/ledger-queries.ts";
import { requireAll } from "#platform/server/require-all.ts";
import { decryptDetails, describePayout, encryptDetails } from "./describe-payout.ts";
import { queuePayoutRequested } from "./payout-emails.ts";
import {
  findPayout,
  findPayoutByIdempotencyKey,
  hasOpenPayout,
  insertPayout,
  type PayoutRow,
} from "./payout-queries.ts";

/** `amount` is in dollars, as typed; `details` is the destination. */
type PayoutInput = {
  readonly amount: number | string;
  readonly details: string;
  readonly idempotencyKey: string;
};

const errorCodes = {
  nothing_to_pay_out: "nothing_to_pay_out",
  invalid_amount: "invalid_payout_amount",
  above_balance: "payout_above_balance",
} as const satisfies Record<PayoutError, ErrorCode>;

/**
 * Holds the amount, stores the request with its destination encrypted, and confirms it by email. A repeat under the same
 * idempotency key returns the same payout.
 *
 * Throws, in this order: `missing_information`, `invalid_payout_amount`, `idempotency_key_reused`,
 * `payout_requested` (one is open at a time), `nothing_to_pay_out`, `payout_above_balance`.
 */
export async function requestPayout(context: SignedInContext, input: PayoutInput): Promise<Payout> {
  const amountCents = parsePayoutAmount(input);
  const row = await atomically(context.db, (db) => request(context, db, input, amountCents));
  return describePayout(context, row);
}

function parsePayoutAmount({ amount, details }: PayoutInput): number {
  requireAll(details, String(amount));
  const reading = parseAmountCents(amount);
  if (!reading.ok || reading.amountCents < leastPayoutCents) {
    throw apiError("invalid_payout_amount");
  }
  return reading.amountCents;
}

async function request(
  context: SignedInContext,
  db: Db,
  input: PayoutInput,
  amountCents: number,
): Promise<PayoutRow> {
  const { id: userId, email } = context.session.person;
  const { details, idempotencyKey } = input;
  const balanceCents = (await lockBalance(db, userId)) ?? 0;
  const earlier = await findPayoutByIdempotencyKey(db, idempotencyKey);
  if (earlier !== undefined) return requireSameRequest(context, earlier, input, amountCents);
  if (await hasOpenPayout(db, userId)) throw apiError("payout_requested");
  const checked = checkPayoutAmount(amountCents, balanceCents);
  if (!checked.ok) throw apiError(errorCodes[checked.reason]);
  const payoutId = randomUUID();
  const at = context.now();
  const holdId = await holdPayout(db, { payoutId, userId, amountCents, idempotencyKey, at });
  if (holdId === undefined) throw apiError("idempotency_key_reused");
  const detailsEncrypted = encryptDetails(context, details);
  await insertPayout(db, { id: payoutId, userId, amountCents, detailsEncrypted, holdId, at });
  await queuePayoutRequested(context, db, { email, amountCents });
  context.log.info({ userId, payoutId, amountCents }, "Payout requested");
  const row = await findPayout(db, payoutId);
  if (row === undefined) throw new Error(`Payout ${payoutId} was not found after its insert.`);
  return row;
}

function requireSameRequest(
  context: SignedInContext,
  earlier: PayoutRow,
  input: PayoutInput,
  amountCents: number,
): PayoutRow {
  const details = decryptDetails(context, earlier);
  const isSame =
    earlier.userId === context.session.person.id &&
    Number(earlier.amountCents) === amountCents &&
    // The destination is deleted once the payout has ended.
    (details === null || details === input.details);
  if (!isSame) throw apiError("idempotency_key_reused");
  return earlier;
}
