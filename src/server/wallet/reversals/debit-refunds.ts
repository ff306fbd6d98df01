// Takes off the wallet what the provider gave back of a deposit, as far as it is there.
import type { ReversedPayment } from "#server/adapters/payment/payment-reports.ts";
import { queueEmail } from "#server/emails/queue-email.ts";
import { recordTransaction } from "#server/wallet/record-transaction.ts";
import { lockBalance, readEmail } from "#server/wallet/ledger-queries.ts";
import type { ReversalServices } from "./apply-reversals.ts";
import type { ReversibleDeposit } from "./reversal-queries.ts";

/**
 * Writes the difference between what was refunded and what was taken off the wallet before: a `deposit_refund`, or,
 * where a refund failed and the money came back, a `refund`. A refund never takes a wallet below zero, nor anything
 * that is on hold: what is not there stays open, is shown to staff, and is taken when it is. Returns the deposit's new
 * figures.
 */
export async function debitRefunds(
  services: ReversalServices,
  deposit: ReversibleDeposit,
  { refundedCents }: Pick<ReversedPayment, "refundedCents">,
): Promise<ReversibleDeposit> {
  const { userId, depositId, debitedCents } = deposit;
  const dueCents = refundedCents - debitedCents;
  const spendableCents = dueCents > 0 ? ((await lockBalance(services.db, userId)) ?? 0) : 0;
  const changeCents = Math.min(dueCents, Math.max(0, spendableCents));
  if (changeCents < dueCents) {
    const missingCents = dueCents - changeCents;
    services.log.warn({ depositId, missingCents }, "A deposit was refunded after it was spent");
  }
  if (changeCents === 0) return { ...deposit, refundedCents };
  const reversalCount = deposit.reversalCount + 1;
  await post(services, { ...deposit, reversalCount }, changeCents);
  return { ...deposit, refundedCents, debitedCents: debitedCents + changeCents, reversalCount };
}

async function post(
  services: ReversalServices,
  deposit: ReversibleDeposit,
  changeCents: number,
): Promise<void> {
  const { db, log, now } = services;
  const { userId, depositId, reversalCount } = deposit;
  const isDebit = changeCents > 0;
  const amountCents = Math.abs(changeCents);
  const posted = await recordTransaction(db, {
    idempotencyKey: `deposit_refund:${depositId}:${reversalCount}`,
    userId,
    type: isDebit ? "deposit_refund" : "refund",
    ...(isDebit ? {} : { against: "provider" }),
    amountCents,
    metadata: {
      depositId,
      reason: isDebit ? "Deposit refunded to your card" : "A refund to your card failed",
    },
    at: now(),
  });
  if (posted.kind === "refused") {
    throw new Error(`The ledger refused a refund of deposit ${depositId}: ${posted.reason}.`);
  }
  log.info({ depositId, changeCents: -changeCents }, "Refund of a deposit booked");
  if (isDebit) await notify(services, userId, amountCents);
}

async function notify(
  { db, config, jobs, now }: ReversalServices,
  userId: string,
  amountCents: number,
): Promise<void> {
  const balanceCents = (await lockBalance(db, userId)) ?? 0;
  const walletUrl = `${config.publicUrl}/dashboard/wallet`;
  await queueEmail(
    db,
    {
      to: await readEmail(db, userId),
      email: { name: "deposit-refunded", amountCents, balanceCents, walletUrl },
    },
    { jobs, secret: config.secret, now },
  );
}
