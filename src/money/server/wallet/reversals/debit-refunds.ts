import type { AppServices, EmailOutbox } from "#platform/server/context.ts";
import type { ReversedPayment } from "#money/server/adapters/payment/payment-reports.ts";
import { recordTransaction } from "#money/server/wallet/record-transaction.ts";
import { lockBalance } from "#money/server/wallet/ledger-queries.ts";
import { queueWalletEmail } from "#money/server/wallet/wallet-emails.ts";
import type { ReversibleDeposit } from "./reversal-queries.ts";

export type ReversalServices = EmailOutbox & Pick<AppServices, "db" | "payment" | "log">;

/**
 * Posts the difference between what the provider refunded and what was debited before: a `deposit_refund`, or a
 * `refund` where a refund failed and the money came back. A refund debits at most what can be spent: the rest is listed
 * as a shortfall for admins and debited once the wallet has it. Returns the deposit with its new amounts.
 */
export async function debitRefunds(
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
