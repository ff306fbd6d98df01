import * as z from "zod";
import type { AppServices, EmailOutbox } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import type { CheckoutSession } from "#money/server/adapters/payment/payment.ts";
import { recordTransaction } from "./record-transaction.ts";
import { updatePendingTransaction } from "./transaction-queries.ts";
import { depositEmailDelayMilliseconds, depositStep } from "./deposit-news.ts";
import { queueWalletEmail } from "./queue-charge-emails.ts";
import { findDeposit, updateDepositPayment, type Deposit } from "./deposit-queries.ts";
import "#money/server/announcements.ts";

type SettlementServices = EmailOutbox & Pick<AppServices, "db" | "payment" | "log">;

/**
 * The state of a deposit. `settled`: its amount is in the wallet, by this call or an earlier one.
 * `unknown`: there is no such checkout, or it belongs to no deposit.
 */
export type Settlement =
  | { readonly state: "settled"; readonly userId: string; readonly amountCents: number }
  | { readonly state: "open" | "processing" | "failed" | "expired"; readonly userId: string }
  | { readonly state: "unknown" };

/** The provider's checkout and the stored deposit differ. */
export class DepositMismatch extends Error {
  override readonly name = "DepositMismatch";
}

/**
 * Reads the checkout `sessionId` again from the provider, compares it with the stored deposit, and updates wallet and
 * history: a paid deposit is credited once, however many calls run at the same time; an expired or failed one ends its
 * pending transaction. `inTransaction` runs in the same database transaction. With `ownerId`, a deposit of another user
 * is `unknown`.
 *
 * Throws PaymentError when the provider is unavailable, DepositMismatch when checkout and deposit differ.
 */
export async function settleDeposit(
  services: SettlementServices,
  sessionId: string,
  options: { ownerId?: string; inTransaction?: (db: Db) => Promise<void> } = {},
): Promise<Settlement> {
  const { db, payment } = services;
  const { ownerId, inTransaction = async () => {} } = options;
  const session = await payment.readCheckoutSession(sessionId);
  const deposit = session === null ? undefined : await findSessionDeposit(db, session);
  if (session === null || deposit === undefined || (ownerId && deposit.userId !== ownerId)) {
    await inTransaction(db);
    return { state: "unknown" };
  }
  requireMatch(services, session, deposit);
  return await atomically(db, async (inner) => {
    const settlement = await applyState({ ...services, db: inner }, session, deposit);
    await inTransaction(inner);
    return settlement;
  });
}

async function findSessionDeposit(db: Db, session: CheckoutSession): Promise<Deposit | undefined> {
  const reference = z.uuid().safeParse(session.reference);
  return await findDeposit(db, {
    sessionId: session.sessionId,
    depositId: reference.success ? reference.data : null,
  });
}

function requireMatch(
  { payment, log }: SettlementServices,
  session: CheckoutSession,
  deposit: Deposit,
): void {
  const isPaid = session.state === "paid";
  const mismatches = Object.entries({
    session: deposit.checkoutSessionId !== null && deposit.checkoutSessionId !== session.sessionId,
    reference: session.reference !== deposit.id,
    mode: session.mode !== "payment" || session.isLive !== payment.isLive,
    customer: session.customerId === null || session.customerId !== deposit.customerId,
    currency: session.currency !== "usd",
    amount: session.amountCents !== deposit.amountCents,
    received: isPaid && session.receivedCents !== deposit.amountCents,
    payment: isPaid && session.paymentIntentId === null,
  }).flatMap(([name, differs]) => (differs ? [name] : []));
  if (mismatches.length === 0) return;
  const { id: depositId } = deposit;
  log.error({ depositId, mismatches }, "Checkout and deposit differ");
  throw new DepositMismatch(
    `Deposit ${depositId} and its checkout differ in: ${mismatches.join(", ")}.`,
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
      await updatePendingTransaction(services.db, transactionId, "canceled");
      return { state, userId };
    case "failed":
      await updatePendingTransaction(services.db, transactionId, "failed");
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
  const { db, log, now } = services;
  const { id: depositId, userId, amountCents, transactionId } = deposit;
  const posted = await recordTransaction(db, {
    idempotencyKey: `deposit:${depositId}`,
    userId,
    type: "deposit",
    amountCents,
    at: now(),
    transactionId,
  });
  if (posted.kind === "rejected") {
    throw new Error(`The ledger rejected deposit ${depositId}: ${posted.reason}.`);
  }
  if (posted.kind === "replayed") return { state: "settled", userId, amountCents };

  const { sessionId: checkoutSessionId, paymentIntentId, chargeId } = session;
  await updateDepositPayment(db, depositId, { checkoutSessionId, paymentIntentId, chargeId });
  const isAwaited = await services.listeners.moneyAvailable(services, db, userId);
  const notification = {
    kind: "deposit_received",
    dedupeKey: depositId,
    payload: { amountCents, ...(isAwaited && { isAwaited }) },
    ...(isAwaited && { steps: [depositStep(userId)] as const }),
  } as const;
  const outbox = isAwaited
    ? { emailId: depositId, startsAt: new Date(now().getTime() + depositEmailDelayMilliseconds) }
    : {};
  const write = (wallet: { readonly balanceCents: number; readonly walletUrl: string }) =>
    ({ name: "deposit-received", amountCents, ...wallet }) as const;
  await queueWalletEmail(services, userId, notification, write, outbox);
  log.info({ depositId, amountCents }, "Deposit settled");
  return { state: "settled", userId, amountCents };
}
