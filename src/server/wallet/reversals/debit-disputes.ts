// Holds on the wallet what a payer's bank took back of a deposit, and gives it free again when we win.
import type { ProviderDispute, ReversedPayment } from "#server/adapters/payment/payment-reports.ts";
import { queueEmail } from "#server/emails/queue-email.ts";
import { recordTransaction } from "#server/wallet/record-transaction.ts";
import { lockBalance, readEmail } from "#server/wallet/ledger-queries.ts";
import type { ReversalServices } from "./apply-reversals.ts";
import { saveDispute, selectDispute, type ReversibleDeposit } from "./reversal-queries.ts";

/**
 * Writes for each dispute the difference between what the provider has taken and what was taken off the wallet before:
 * a `dispute`, which may take the wallet below zero since the money is gone, or a `dispute_release`. A lost dispute
 * keeps what it took; an inquiry takes nothing. Returns whether anything moved.
 */
export async function debitDisputes(
  services: ReversalServices,
  deposit: ReversibleDeposit,
  { disputes }: Pick<ReversedPayment, "disputes">,
): Promise<boolean> {
  let isMoved = false;
  for (const dispute of disputes) {
    const stored = await selectDispute(services.db, dispute.disputeId);
    const takenCents = dispute.isTaken ? dispute.amountCents : 0;
    const changeCents = takenCents - stored.debitedCents;
    const postingCount = stored.postingCount + (changeCents === 0 ? 0 : 1);
    if (changeCents !== 0) await post(services, deposit, { dispute, changeCents, postingCount });
    isMoved ||= changeCents !== 0;
    const { disputeId, status, amountCents, isOver } = dispute;
    const found = { disputeId, status, amountCents, isOver, depositId: deposit.depositId };
    await saveDispute(services.db, {
      ...found,
      debitedCents: takenCents,
      postingCount,
      at: services.now(),
    });
  }
  return isMoved;
}

async function post(
  services: ReversalServices,
  { userId, depositId }: ReversibleDeposit,
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
  const posted = await recordTransaction(db, {
    idempotencyKey: `dispute:${disputeId}:${change.postingCount}`,
    userId,
    type: isReleased ? "dispute_release" : "dispute",
    amountCents,
    metadata: {
      depositId,
      disputeId,
      reason: isReleased ? "Dispute ended in your favor" : "Deposit disputed by the card's bank",
    },
    at: now(),
  });
  if (posted.kind === "refused") {
    throw new Error(`The ledger refused dispute ${disputeId}: ${posted.reason}.`);
  }
  log.warn({ depositId, disputeId, changeCents: -change.changeCents }, "Dispute booked");
  await notify(services, userId, { amountCents, isReleased });
}

async function notify(
  { db, config, jobs, now }: ReversalServices,
  userId: string,
  dispute: { readonly amountCents: number; readonly isReleased: boolean },
): Promise<void> {
  const balanceCents = (await lockBalance(db, userId)) ?? 0;
  const walletUrl = `${config.publicUrl}/dashboard/wallet`;
  await queueEmail(
    db,
    {
      to: await readEmail(db, userId),
      email: { name: "deposit-disputed", ...dispute, balanceCents, walletUrl },
    },
    { jobs, secret: config.secret, now },
  );
}
