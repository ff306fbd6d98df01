import * as z from "zod";
import type { AppServices } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import type { ReversedPayment } from "#money/server/adapters/payment/payment-reports.ts";
import { singleFlight } from "#platform/server/limits/single-flight.ts";
import { DepositMismatch, settleDeposit } from "#money/server/wallet/deposits/settle-deposit.ts";
import { debitDisputes } from "./debit-disputes.ts";
import { debitRefunds, type ReversalServices } from "./debit-refunds.ts";
import {
  listUnfinishedPayments,
  lockDeposit,
  findReversibleDeposit,
  updateReversal,
  type ReversibleDeposit,
} from "./reversal-queries.ts";

const maximumAttempts = 8;
// The provider reports one refund in several events at the same time.
const runSingleFlight = singleFlight<boolean>();

/**
 * Reads the payment `paymentIntentId` with its refunds and disputes again from the provider, and posts what differs
 * from the earlier postings: `deposit_refund`, `dispute`, `dispute_release`, each once, in whatever order and however
 * often events arrive. A deposit that is not credited yet is credited first. Returns whether anything was posted; a
 * payment of no deposit posts nothing.
 *
 * Throws PaymentError when the provider is unavailable, DepositMismatch when payment and deposit differ.
 */
export async function applyReversals(
  services: ReversalServices,
  paymentIntentId: string,
): Promise<boolean> {
  return await runSingleFlight(paymentIntentId, () => apply(services, paymentIntentId));
}

async function apply(services: ReversalServices, paymentIntentId: string): Promise<boolean> {
  for (let attempt = 0; attempt < maximumAttempts; attempt += 1) {
    const deposit = await creditDeposit(services, paymentIntentId);
    const payment = deposit && (await services.payment.readReversals(paymentIntentId));
    if (deposit === null || payment === null) return false;
    requireMatch(deposit, payment);
    const outcome = await atomically(services.db, (db) =>
      save({ ...services, db }, payment, deposit.reversalReadCount),
    );
    if (outcome !== "outdated") return outcome === "posted";
  }
  throw new Error(`Payment ${paymentIntentId} changed on every attempt to apply its reversals.`);
}

/** The credited deposit of a payment, credited by this call if need be; null when there is none, or it is unpaid. */
async function creditDeposit(
  services: ReversalServices,
  paymentIntentId: string,
): Promise<ReversibleDeposit | null> {
  const { db, payment } = services;
  const reported = await payment.readReversals(paymentIntentId);
  const depositId = z.uuid().safeParse(reported?.depositId);
  if (reported === null || !depositId.success || reported.isLive !== payment.isLive) return null;
  const deposit = await findReversibleDeposit(db, depositId.data);
  if (deposit === null || deposit.paymentIntentId !== null) return deposit;
  const sessionId =
    deposit.checkoutSessionId ?? (await payment.findCheckoutSessionId(paymentIntentId));
  if (sessionId === null) return null;
  const settlement = await settleDeposit(services, sessionId);
  return settlement.state === "settled" ? await findReversibleDeposit(db, depositId.data) : null;
}

function requireMatch(deposit: ReversibleDeposit, payment: ReversedPayment): void {
  const isMatch =
    deposit.paymentIntentId === payment.paymentIntentId &&
    payment.currency === "usd" &&
    payment.refundedCents <= deposit.amountCents &&
    payment.disputes.every(({ amountCents }) => amountCents <= deposit.amountCents);
  if (isMatch) return;
  throw new DepositMismatch(
    `Deposit ${deposit.id} and the reversals of ${payment.paymentIntentId} differ.`,
  );
}

async function save(
  services: ReversalServices,
  payment: ReversedPayment,
  expectedReads: number,
): Promise<"outdated" | "posted" | "unchanged"> {
  const { db } = services;
  const deposit = await lockDeposit(db, z.uuid().parse(payment.depositId));
  if (deposit.reversalReadCount !== expectedReads) return "outdated";
  const refunds = await debitRefunds(services, deposit, payment);
  const isDisputePosted = await debitDisputes(services, deposit, payment);
  await updateReversal(db, deposit.id, refunds);
  return isDisputePosted || refunds.reversalCount !== deposit.reversalCount
    ? "posted"
    : "unchanged";
}

/** The provider's ids of the payments whose reversals may still change. */
export async function listUnfinishedReversals({ db }: Pick<AppServices, "db">): Promise<string[]> {
  return await listUnfinishedPayments(db);
}
