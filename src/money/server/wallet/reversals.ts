import type { RefundShortfall } from "#money/contract/wallet.ts";
import type { SignedInContext, AppServices, EmailOutbox } from "#platform/server/context.ts";
import {
  listShortfalls,
  listUnfinishedPayments,
  lockDeposit,
  findReversibleDeposit,
  updateReversal,
  type ReversibleDeposit,
  upsertDispute,
  getDispute,
} from "./reversal-queries.ts";
import * as z from "zod";
import { atomically } from "#platform/server/db/open.ts";
import type { ReversedPayment, ProviderDispute } from "#money/server/adapters/payment/payment.ts";
import { singleFlight } from "#platform/server/limits/queues.ts";
import { DepositMismatch, settleDeposit } from "./settle-deposit.ts";
import { recordTransaction } from "./record-transaction.ts";
import { lockBalance } from "./ledger-queries.ts";
import { queueWalletEmail } from "./queue-charge-emails.ts";

const maximumRows = 500;

/**
 * Deposits of which the provider refunded more than the wallet could pay, the newest first. The rest is debited as
 * soon as the wallet has it, at the latest by the nightly reconciliation.
 */
export async function listRefundShortfalls({
  db,
}: SignedInContext): Promise<{ items: RefundShortfall[] }> {
  const rows = await listShortfalls(db, maximumRows);
  const items = rows.map((row) => ({
    ...row,
    amountCents: Number(row.amountCents),
    refundedCents: Number(row.refundedCents),
    debitedCents: Number(row.debitedCents),
    createdAt: row.createdAt.toISOString(),
  }));
  return { items };
}

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
  if (deposit === undefined) return null;
  if (deposit.paymentIntentId !== null) return deposit;
  const sessionId =
    deposit.checkoutSessionId ?? (await payment.findCheckoutSessionId(paymentIntentId));
  if (sessionId === undefined) return null;
  const settlement = await settleDeposit(services, sessionId);
  if (settlement.state !== "settled") return null;
  return (await findReversibleDeposit(db, depositId.data)) ?? null;
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

type ReversalServices = EmailOutbox & Pick<AppServices, "db" | "payment" | "log">;

/**
 * Posts the difference between what the provider refunded and what was debited before: a `deposit_refund`, or a
 * `refund` where a refund failed and the money came back. A refund debits at most what can be spent: the rest is listed
 * as a shortfall for admins and debited once the wallet has it. Returns the deposit with its new amounts.
 */
async function debitRefunds(
  services: ReversalServices,
  deposit: ReversibleDeposit,
  { refundedCents }: Pick<ReversedPayment, "refundedCents">,
): Promise<ReversibleDeposit> {
  const { id: depositId, userId, debitedCents } = deposit;
  const dueCents = refundedCents - debitedCents;
  const spendableCents = dueCents > 0 ? ((await lockBalance(services.db, userId)) ?? 0) : 0;
  const changeCents = Math.min(dueCents, Math.max(0, spendableCents));
  if (changeCents < dueCents) {
    const shortfallCents = dueCents - changeCents;
    services.log.warn({ depositId, shortfallCents }, "A deposit was refunded after it was spent");
  }
  if (changeCents === 0) return { ...deposit, refundedCents };
  const reversalCount = deposit.reversalCount + 1;
  await postRefund(services, { ...deposit, reversalCount }, changeCents);
  return { ...deposit, refundedCents, debitedCents: debitedCents + changeCents, reversalCount };
}

async function postRefund(
  services: ReversalServices,
  deposit: ReversibleDeposit,
  changeCents: number,
): Promise<void> {
  const { db, log, now } = services;
  const { id: depositId, userId, reversalCount } = deposit;
  const isDebit = changeCents > 0;
  const amountCents = Math.abs(changeCents);
  const idempotencyKey = `deposit_refund:${depositId}:${reversalCount}`;
  const posted = await recordTransaction(db, {
    idempotencyKey,
    userId,
    type: isDebit ? "deposit_refund" : "refund",
    ...(isDebit ? {} : { against: "provider" }),
    amountCents,
    metadata: {
      depositId,
      reasonCode: isDebit ? "deposit_refunded" : "refund_failed",
    },
    at: now(),
  });
  if (posted.kind === "rejected") {
    throw new Error(`The ledger rejected a refund of deposit ${depositId}: ${posted.reason}.`);
  }
  log.info({ depositId, changeCents: -changeCents }, "Refund of a deposit posted");
  if (!isDebit) return;
  const payload = { amountCents };
  const notification = { kind: "deposit_refunded", dedupeKey: idempotencyKey, payload } as const;
  await queueWalletEmail(services, userId, notification, (wallet) => ({
    name: "deposit-refunded",
    amountCents,
    ...wallet,
  }));
}

/**
 * Posts for each dispute the difference between what the provider has taken and what was debited before: a `dispute`,
 * which may take the wallet below zero since the money is gone, or a `dispute_release`. A lost dispute stays debited;
 * an inquiry debits nothing. Returns whether anything was posted.
 */
async function debitDisputes(
  services: ReversalServices,
  deposit: ReversibleDeposit,
  { disputes }: Pick<ReversedPayment, "disputes">,
): Promise<boolean> {
  let isPosted = false;
  for (const dispute of disputes) {
    const stored = await getDispute(services.db, dispute.disputeId);
    const takenCents = dispute.isTaken ? dispute.amountCents : 0;
    const changeCents = takenCents - stored.debitedCents;
    const postingCount = stored.postingCount + (changeCents === 0 ? 0 : 1);
    if (changeCents !== 0)
      await postDispute(services, deposit, { dispute, changeCents, postingCount });
    isPosted ||= changeCents !== 0;
    const { disputeId, status, amountCents, isOver } = dispute;
    const found = { disputeId, status, amountCents, isOver, depositId: deposit.id };
    await upsertDispute(services.db, {
      ...found,
      debitedCents: takenCents,
      postingCount,
      at: services.now(),
    });
  }
  return isPosted;
}

async function postDispute(
  services: ReversalServices,
  { id: depositId, userId }: ReversibleDeposit,
  change: {
    readonly dispute: ProviderDispute;
    readonly changeCents: number;
    readonly postingCount: number;
  },
): Promise<void> {
  const { db, log, now } = services;
  const { disputeId } = change.dispute;
  const isReleased = change.changeCents < 0;
  const amountCents = Math.abs(change.changeCents);
  const idempotencyKey = `dispute:${disputeId}:${change.postingCount}`;
  const posted = await recordTransaction(db, {
    idempotencyKey,
    userId,
    type: isReleased ? "dispute_release" : "dispute",
    amountCents,
    metadata: {
      depositId,
      disputeId,
      reasonCode: isReleased ? "dispute_released" : "deposit_disputed",
    },
    at: now(),
  });
  if (posted.kind === "rejected") {
    throw new Error(`The ledger rejected dispute ${disputeId}: ${posted.reason}.`);
  }
  log.warn({ depositId, disputeId, changeCents: -change.changeCents }, "Dispute posted");
  const payload = { amountCents, variant: isReleased ? "returned" : "taken" };
  const notification = { kind: "deposit_disputed", dedupeKey: idempotencyKey, payload } as const;
  await queueWalletEmail(services, userId, notification, (wallet) => ({
    name: "deposit-disputed",
    amountCents,
    isReleased,
    ...wallet,
  }));
}
