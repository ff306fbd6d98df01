// Holds on the wallet what a payer's bank took back of a deposit, and gives it free again when we win.
import type { ProviderDispute, ReversedPayment } from "#server/outside/payment/books.ts";
import { queueLetter } from "#server/platform/letters/queue-letter.ts";
import { recordTransaction } from "#server/wallet/record-transaction.ts";
import { lockBalance, readEmail } from "#server/wallet/store.ts";
import type { ReversalParts } from "./apply-reversals.ts";
import { saveDispute, selectDispute, type ReversibleDeposit } from "./store.ts";

/**
 * Writes for each dispute the difference between what the provider has taken and what was taken off the wallet before:
 * a `dispute`, which may take the wallet below zero since the money is gone, or a `dispute_release`. A lost dispute
 * keeps what it took; an inquiry takes nothing. Returns whether anything moved.
 */
export async function debitDisputes(
  parts: ReversalParts,
  deposit: ReversibleDeposit,
  { disputes }: Pick<ReversedPayment, "disputes">,
): Promise<boolean> {
  let isMoved = false;
  for (const dispute of disputes) {
    const kept = await selectDispute(parts.db, dispute.disputeId);
    const takenCents = dispute.isTaken ? dispute.amountCents : 0;
    const changeCents = takenCents - kept.debitedCents;
    const postingCount = kept.postingCount + (changeCents === 0 ? 0 : 1);
    if (changeCents !== 0) await post(parts, deposit, { dispute, changeCents, postingCount });
    isMoved ||= changeCents !== 0;
    const { disputeId, status, amountCents, isOver } = dispute;
    const found = { disputeId, status, amountCents, isOver, depositId: deposit.depositId };
    await saveDispute(parts.db, {
      ...found,
      debitedCents: takenCents,
      postingCount,
      at: parts.now(),
    });
  }
  return isMoved;
}

async function post(
  parts: ReversalParts,
  { userId, depositId }: ReversibleDeposit,
  change: {
    readonly dispute: ProviderDispute;
    readonly changeCents: number;
    readonly postingCount: number;
  },
): Promise<void> {
  const { db, log, now } = parts;
  const { disputeId } = change.dispute;
  const isReleased = change.changeCents < 0;
  const amountCents = Math.abs(change.changeCents);
  const posted = await recordTransaction(db, {
    idempotencyKey: `dispute:${disputeId}:${change.postingCount}`,
    userId,
    type: isReleased ? "dispute_release" : "dispute",
    amountCents,
    metadata: {
      deposit_id: depositId,
      dispute_id: disputeId,
      reason: isReleased ? "Dispute ended in your favor" : "Deposit disputed by the card's bank",
    },
    at: now(),
  });
  if (posted.kind === "refused") {
    throw new Error(`The ledger refused dispute ${disputeId}: ${posted.reason}.`);
  }
  log.warn({ depositId, disputeId, changeCents: -change.changeCents }, "Dispute booked");
  await tell(parts, userId, { amountCents, isReleased });
}

async function tell(
  { db, config, jobs, now }: ReversalParts,
  userId: string,
  dispute: { readonly amountCents: number; readonly isReleased: boolean },
): Promise<void> {
  const balanceCents = (await lockBalance(db, userId)) ?? 0;
  const walletUrl = `${config.publicUrl}/dashboard/wallet`;
  await queueLetter(
    db,
    {
      to: await readEmail(db, userId),
      letter: { name: "deposit-disputed", ...dispute, balanceCents, walletUrl },
    },
    { jobs, secret: config.secret, now },
  );
}
