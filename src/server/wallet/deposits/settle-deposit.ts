// Settles a deposit by what the provider says of its checkout now: for the return page and the webhook alike.
import * as z from "zod";
import type { AppServices } from "#server/context.ts";
import { atomically, type Db } from "#server/db/open.ts";
import type { CheckoutSession } from "#server/adapters/payment/payment.ts";
import { queueEmail } from "#server/emails/queue-email.ts";
import { recordTransaction } from "#server/wallet/record-transaction.ts";
import {
  endPendingTransaction,
  findDeposit,
  recordDepositPayment,
  readBalance,
  readEmail,
  type Deposit,
} from "#server/wallet/ledger-queries.ts";

type SettlementServices = Pick<AppServices, "config" | "db" | "jobs" | "payment" | "log" | "now">;

/**
 * Where a deposit stands. `settled`: its amount is in the wallet, by this call or an earlier one.
 * `unknown`: there is no such checkout, or it is not a deposit of ours.
 */
export type Settlement =
  | { readonly state: "settled"; readonly userId: string; readonly amountCents: number }
  | { readonly state: "open" | "processing" | "failed" | "expired"; readonly userId: string }
  | { readonly state: "unknown" };

/** A checkout that claims to be a deposit of ours and does not agree with what we kept. */
export class DepositMismatch extends Error {
  override readonly name = "DepositMismatch";
}

/**
 * Reads the checkout `sessionId` again from the provider, compares it with our own deposit, and makes
 * wallet and history agree with it: a paid one is credited, once, whoever comes first; an expired or
 * failed one ends its pending transaction. `alongside` runs in the same database transaction.
 * With `onlyOf`, a deposit of somebody else is `unknown`.
 *
 * Throws PaymentError when the provider cannot be asked, DepositMismatch when the two disagree.
 */
export async function settleDeposit(
  services: SettlementServices,
  sessionId: string,
  options: { onlyOf?: string; alongside?: (db: Db) => Promise<void> } = {},
): Promise<Settlement> {
  const { db, payment } = services;
  const { onlyOf, alongside = async () => {} } = options;
  const session = await payment.readCheckoutSession(sessionId);
  const deposit = session === null ? null : await depositOf(db, session);
  if (session === null || deposit === null || (onlyOf && deposit.userId !== onlyOf)) {
    await alongside(db);
    return { state: "unknown" };
  }
  requireAgreement(services, session, deposit);
  return await atomically(db, async (inner) => {
    const settlement = await applyState({ ...services, db: inner }, session, deposit);
    await alongside(inner);
    return settlement;
  });
}

async function depositOf(db: Db, session: CheckoutSession): Promise<Deposit | null> {
  const reference = z.uuid().safeParse(session.reference);
  return await findDeposit(db, {
    sessionId: session.sessionId,
    depositId: reference.success ? reference.data : null,
  });
}

function requireAgreement(
  { payment, log }: SettlementServices,
  session: CheckoutSession,
  deposit: Deposit,
): void {
  const isPaid = session.state === "paid";
  const disagreements = Object.entries({
    session: deposit.sessionId !== null && deposit.sessionId !== session.sessionId,
    reference: session.reference !== deposit.depositId,
    mode: session.mode !== "payment" || session.isLive !== payment.isLive,
    customer: session.customerId === null || session.customerId !== deposit.customerId,
    currency: session.currency !== "usd",
    amount: session.amountCents !== deposit.amountCents,
    received: isPaid && session.receivedCents !== deposit.amountCents,
    payment: isPaid && session.paymentIntentId === null,
  }).flatMap(([name, disagrees]) => (disagrees ? [name] : []));
  if (disagreements.length === 0) return;
  const { depositId } = deposit;
  log.error({ depositId, disagreements }, "A checkout disagrees with its deposit");
  throw new DepositMismatch(
    `Deposit ${depositId} and its checkout disagree in: ${disagreements.join(", ")}.`,
  );
}

async function applyState(
  services: SettlementServices,
  session: CheckoutSession,
  deposit: Deposit,
): Promise<Settlement> {
  const { userId, transactionId } = deposit;
  const { state } = session;
  switch (state) {
    case "paid":
      return await credit(services, session, deposit);
    case "expired":
      await endPendingTransaction(services.db, transactionId, "canceled");
      return { state, userId };
    case "failed":
      await endPendingTransaction(services.db, transactionId, "failed");
      return { state, userId };
    case "open":
    case "processing":
      return { state, userId };
  }
}

async function credit(
  services: SettlementServices,
  session: CheckoutSession,
  deposit: Deposit,
): Promise<Settlement> {
  const { db, jobs, config, log, now } = services;
  const { depositId, userId, amountCents, transactionId } = deposit;
  const posted = await recordTransaction(db, {
    idempotencyKey: `deposit:${depositId}`,
    userId,
    type: "deposit",
    amountCents,
    at: now(),
    transactionId,
  });
  if (posted.kind === "refused") {
    throw new Error(`The ledger refused deposit ${depositId}: ${posted.reason}.`);
  }
  if (posted.kind === "replayed") return { state: "settled", userId, amountCents };

  const { sessionId, paymentIntentId } = session;
  await recordDepositPayment(db, depositId, { sessionId, paymentIntentId });
  const walletUrl = `${config.publicUrl}/dashboard/wallet`;
  const balanceCents = (await readBalance(db, userId)) ?? 0;
  await queueEmail(
    db,
    {
      to: await readEmail(db, userId),
      email: { name: "deposit-received", amountCents, balanceCents, walletUrl },
    },
    { jobs, secret: config.secret, now },
  );
  log.info({ depositId, amountCents }, "Deposit settled");
  return { state: "settled", userId, amountCents };
}
