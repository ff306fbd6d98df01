// Makes a wallet agree with what the provider gave back of a deposit, and with what a payer's bank took back.
import * as z from "zod";
import type { Parts } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import type { ReversedPayment } from "#server/outside/payment/books.ts";
import { takingTurns } from "#server/plans/take-turns.ts";
import { DepositMismatch, settleDeposit } from "#server/wallet/settle-deposit.ts";
import { debitDisputes } from "./debit-disputes.ts";
import { debitRefunds } from "./debit-refunds.ts";
import { lockDeposit, selectDeposit, updateReversal, type ReversibleDeposit } from "./store.ts";

/** What applying reversals needs of the server. */
export type ReversalParts = Pick<Parts, "config" | "db" | "jobs" | "payment" | "log" | "now">;

const mostLooks = 8;
// The provider tells of one refund in several events at once.
const inTurn = takingTurns<boolean>();

/**
 * Reads the payment `paymentIntentId` with its refunds and disputes again from the provider, and writes what differs
 * from what was written before: `deposit_refund`, `dispute`, `dispute_release`, once each, whoever brings the news, in
 * whatever order. A deposit that is not credited yet is credited first. Returns whether anything moved; a payment that
 * is no deposit of ours moves nothing.
 *
 * Throws PaymentError when the provider cannot be asked, DepositMismatch when the two disagree.
 */
export async function applyReversals(
  parts: ReversalParts,
  paymentIntentId: string,
): Promise<boolean> {
  return await inTurn(paymentIntentId, () => apply(parts, paymentIntentId));
}

async function apply(parts: ReversalParts, paymentIntentId: string): Promise<boolean> {
  for (let looks = 0; looks < mostLooks; looks += 1) {
    const deposit = await findCredited(parts, paymentIntentId);
    const payment = deposit && (await parts.payment.readReversals(paymentIntentId));
    if (deposit === null || payment === null) return false;
    requireAgreement(deposit, payment);
    const outcome = await atomically(parts.db, (db) =>
      save({ ...parts, db }, payment, deposit.looks),
    );
    if (outcome !== "outdated") return outcome === "moved";
  }
  throw new Error(`Payment ${paymentIntentId} kept changing while its reversals were applied.`);
}

/** The deposit of a payment, credited by now; null when it is none of ours, or nothing was paid. */
async function findCredited(
  parts: ReversalParts,
  paymentIntentId: string,
): Promise<ReversibleDeposit | null> {
  const { db, payment } = parts;
  const booked = await payment.readReversals(paymentIntentId);
  const named = z.uuid().safeParse(booked?.depositId);
  if (booked === null || !named.success || booked.isLive !== payment.isLive) return null;
  const deposit = await selectDeposit(db, named.data);
  if (deposit === null || deposit.paymentIntentId !== null) return deposit;
  const sessionId = deposit.sessionId ?? (await payment.findCheckoutOf(paymentIntentId));
  if (sessionId === null) return null;
  const settlement = await settleDeposit(parts, sessionId);
  return settlement.state === "settled" ? await selectDeposit(db, named.data) : null;
}

function requireAgreement(deposit: ReversibleDeposit, payment: ReversedPayment): void {
  const agrees =
    deposit.paymentIntentId === payment.paymentIntentId &&
    payment.currency === "usd" &&
    payment.refundedCents <= deposit.amountCents &&
    payment.disputes.every(({ amountCents }) => amountCents <= deposit.amountCents);
  if (agrees) return;
  throw new DepositMismatch(
    `Deposit ${deposit.depositId} and the reversals of ${payment.paymentIntentId} disagree.`,
  );
}

async function save(
  parts: ReversalParts,
  payment: ReversedPayment,
  seenLooks: number,
): Promise<"outdated" | "moved" | "unchanged"> {
  const { db } = parts;
  const deposit = await lockDeposit(db, z.uuid().parse(payment.depositId));
  if (deposit.looks !== seenLooks) return "outdated";
  const refunds = await debitRefunds(parts, deposit, payment);
  const isDisputeMoved = await debitDisputes(parts, deposit, payment);
  await updateReversal(db, deposit.depositId, refunds);
  return isDisputeMoved || refunds.reversalCount !== deposit.reversalCount ? "moved" : "unchanged";
}
