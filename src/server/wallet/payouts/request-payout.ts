// Asks staff to pay money of the own wallet out, and sets it aside until they do.
import { randomUUID } from "node:crypto";
import type { Payout } from "#contract/users.ts";
import { apiError, type ErrorCode } from "#contract/errors.ts";
import { parseAmountCents } from "#core/money.ts";
import { checkPayoutAmount, leastPayoutCents, type PayoutError } from "#core/payout.ts";
import type { SignedInContext } from "#server/context.ts";
import { atomically, type Db } from "#server/db/open.ts";
import { holdPayout, lockSpendable } from "#server/wallet/holds/hold-payout.ts";
import { requireAll } from "#server/auth/parse-email.ts";
import { queuePayoutRequested } from "#server/auth/auth-emails.ts";
import { describePayout, openDetails, sealDetails } from "./payouts.ts";
import {
  findPayout,
  findPayoutOfKey,
  hasOpenPayout,
  insertPayout,
  type PayoutRow,
} from "./payout-queries.ts";
import { requireReauthentication } from "#server/auth/require-reauthentication.ts";

type Asked = {
  /** In dollars, as typed. */
  readonly amount: number | string;
  /** Where the money is to go. */
  readonly details: string;
  readonly idempotencyKey: string;
};

const errorResponseOf = {
  nothing_to_pay_out: "nothing_to_pay_out",
  invalid_amount: "invalid_payout_amount",
  above_balance: "payout_above_balance",
} as const satisfies Record<PayoutError, ErrorCode>;

/**
 * Sets the money aside, keeps the request for staff with its destination encrypted, and confirms it by email. A repeat
 * under the same request key finds the same payout.
 *
 * Refuses, in this order: `missing_information`, `invalid_payout_amount`, `reauthentication_required`, `idempotency_key_reused`,
 * `payout_requested` (one is open at a time), `nothing_to_pay_out`, `payout_above_balance`.
 */
export async function requestPayout(context: SignedInContext, input: Asked): Promise<Payout> {
  const amountCents = payoutAmountOf(input);
  requireReauthentication(context);
  const row = await atomically(context.db, (db) => request(context, db, input, amountCents));
  return describePayout(context, row);
}

function payoutAmountOf({ amount, details }: Asked): number {
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
  input: Asked,
  amountCents: number,
): Promise<PayoutRow> {
  const { id: userId, email } = context.session.person;
  const { details, idempotencyKey } = input;
  const balanceCents = await lockSpendable(db, userId);
  const earlier = await findPayoutOfKey(db, idempotencyKey);
  if (earlier !== undefined) return sameRequest(context, earlier, input, amountCents);
  if (await hasOpenPayout(db, userId)) throw apiError("payout_requested");
  const checked = checkPayoutAmount(amountCents, balanceCents);
  if (!checked.ok) throw apiError(errorResponseOf[checked.reason]);
  const payoutId = randomUUID();
  const at = context.now();
  const holdId = await holdPayout(db, { payoutId, userId, amountCents, idempotencyKey, at });
  if (holdId === undefined) throw apiError("idempotency_key_reused");
  const detailsEncrypted = sealDetails(context, details);
  await insertPayout(db, { id: payoutId, userId, amountCents, detailsEncrypted, holdId, at });
  await queuePayoutRequested(context, db, { email, amountCents });
  context.log.info({ userId, payoutId, amountCents }, "Payout requested");
  const row = await findPayout(db, payoutId);
  if (row === undefined) throw new Error(`Payout ${payoutId} is not there.`);
  return row;
}

function sameRequest(
  context: SignedInContext,
  earlier: PayoutRow,
  input: Asked,
  amountCents: number,
): PayoutRow {
  const details = openDetails(context, earlier);
  const isSame =
    earlier.userId === context.session.person.id &&
    Number(earlier.amountCents) === amountCents &&
    // Once it has ended, nobody knows any more where the money was to go.
    (details === null || details === input.details);
  if (!isSame) throw apiError("idempotency_key_reused");
  return earlier;
}
