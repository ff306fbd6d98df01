import type {
  ProviderDispute,
  ReversedPayment,
} from "#money/server/adapters/payment/payment-reports.ts";
import { recordTransaction } from "#money/server/wallet/record-transaction.ts";
import { queueWalletEmail } from "#money/server/wallet/wallet-emails.ts";
import type { ReversalServices } from "./debit-refunds.ts";
import { upsertDispute, getDispute, type ReversibleDeposit } from "./reversal-queries.ts";

/**
 * Posts for each dispute the difference between what the provider has taken and what was debited before: a `dispute`,
 * which may take the wallet below zero since the money is gone, or a `dispute_release`. A lost dispute stays debited;
 * an inquiry debits nothing. Returns whether anything was posted.
 */
export async function debitDisputes(
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
