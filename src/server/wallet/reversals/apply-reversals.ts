// Makes a wallet agree with what the provider gave back of a deposit, and with what a payer's bank took back.
import * as z from "zod";
import type { AppServices } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import type { ReversedPayment } from "#server/adapters/payment/payment-reports.ts";
import { singleFlight } from "#server/limits/single-flight.ts";
import { DepositMismatch, settleDeposit } from "#server/wallet/deposits/settle-deposit.ts";
import { debitDisputes } from "./debit-disputes.ts";
import { debitRefunds } from "./debit-refunds.ts";
import {
  lockDeposit,
  selectDeposit,
  updateReversal,
  type ReversibleDeposit,
} from "./reversal-queries.ts";

/** What applying reversals needs of the server. */
export type ReversalServices = Pick<
  AppServices,
  "config" | "db" | "jobs" | "payment" | "log" | "now"
>;

const mostReads = 8;
// The provider tells of one refund in several events at once.
const flights = singleFlight<boolean>();

/**
 * Reads the payment `paymentIntentId` with its refunds and disputes again from the provider, and writes what differs
 * from what was written before: `deposit_refund`, `dispute`, `dispute_release`, once each, whoever brings the news, in
 * whatever order. A deposit that is not credited yet is credited first. Returns whether anything moved; a payment that
 * is no deposit of ours moves nothing.
 *
 * Throws PaymentError when the provider cannot be asked, DepositMismatch when the two disagree.
 */
export async function applyReversals(
  services: ReversalServices,
  paymentIntentId: string,
): Promise<boolean> {
  return await flights(paymentIntentId, () => apply(services, paymentIntentId));
}

async function apply(services: ReversalServices, paymentIntentId: string): Promise<boolean> {
  for (let looks = 0; looks < mostReads; looks += 1) {
    const deposit = await findCredited(services, paymentIntentId);
    const payment = deposit && (await services.payment.readReversals(paymentIntentId));
    if (deposit === null || payment === null) return false;
    requireAgreement(deposit, payment);
    const outcome = await atomically(services.db, (db) =>
      save({ ...services, db }, payment, deposit.looks),
    );
    if (outcome !== "outdated") return outcome === "moved";
  }
  throw new Error(`Payment ${paymentIntentId} kept changing while its reversals were applied.`);
}

/** The deposit of a payment, credited by now; null when it is none of ours, or nothing was paid. */
async function findCredited(
  services: ReversalServices,
  paymentIntentId: string,
): Promise<ReversibleDeposit | null> {
  const { db, payment } = services;
  const booked = await payment.readReversals(paymentIntentId);
  const named = z.uuid().safeParse(booked?.depositId);
  if (booked === null || !named.success || booked.isLive !== payment.isLive) return null;
  const deposit = await selectDeposit(db, named.data);
  if (deposit === null || deposit.paymentIntentId !== null) return deposit;
  const sessionId = deposit.sessionId ?? (await payment.findCheckoutOf(paymentIntentId));
  if (sessionId === null) return null;
  const settlement = await settleDeposit(services, sessionId);
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
  services: ReversalServices,
  payment: ReversedPayment,
  seenReads: number,
): Promise<"outdated" | "moved" | "unchanged"> {
  const { db } = services;
  const deposit = await lockDeposit(db, z.uuid().parse(payment.depositId));
  if (deposit.looks !== seenReads) return "outdated";
  const refunds = await debitRefunds(services, deposit, payment);
  const isDisputeMoved = await debitDisputes(services, deposit, payment);
  await updateReversal(db, deposit.depositId, refunds);
  return isDisputeMoved || refunds.reversalCount !== deposit.reversalCount ? "moved" : "unchanged";
}
