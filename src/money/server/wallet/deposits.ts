import { translate, sentence } from "#platform/server/translate.ts";
import { apiError } from "#platform/contract/errors.ts";
import { brandName } from "#platform/rules/brand.ts";
import {
  checkDepositAmount,
  depositCheckoutHours,
  depositLimits,
  formatUsd,
  parseAmountCents,
} from "#platform/rules/money.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { countAttempt } from "#platform/server/limits/count-attempt.ts";
import { PaymentError } from "#money/server/adapters/payment/payment.ts";
import { ensureStripeCustomer } from "#money/server/stripe-customers/stripe-customers.ts";
import {
  insertDeposit,
  lockOpenAccount,
  updateDepositCustomer,
  updateDepositSession,
  type Deposit,
  findDepositByTransaction,
  listOpenSessionIds,
} from "./deposit-queries.ts";
import { settleDeposit, DepositMismatch, type Settlement } from "./settle-deposit.ts";
import type { Transaction } from "#money/contract/transactions.ts";
import { describeTransaction } from "./transactions.ts";
import { getTransaction } from "./transaction-queries.ts";

const checkoutMilliseconds = depositCheckoutHours * 60 * 60 * 1000;

/**
 * Opens the provider's checkout page for a deposit of `amount` dollars by the signed-in user, and returns its URL.
 * The same idempotency key always leads to the same checkout.
 *
 * The deposit is inserted before the provider is called, and its id is the provider's idempotency key, so that a crash
 * at any moment leaves at most one checkout, which can be matched to its deposit.
 *
 * Throws `invalid_amount` (with the limits when the amount is beyond one), `too_many_requests`,
 * `idempotency_key_reused`, `deposit_failed` when the provider is unavailable, and `signed_out` when the account was
 * closed meanwhile.
 */
export async function startDeposit(
  context: SignedInContext,
  input: { amount: number | string; idempotencyKey: string },
): Promise<{ url: string }> {
  const { db, log, now } = context;
  const amountCents = parseDepositAmount(input.amount);
  const userId = context.session.person.id;
  await countAttempt(db, "checkoutsPerAccount", userId, now());
  const deposit = await insertDeposit(db, {
    userId,
    amountCents,
    idempotencyKey: input.idempotencyKey,
    language: context.language,
    at: now(),
  });
  if (deposit.amountCents !== amountCents) throw apiError("idempotency_key_reused");
  try {
    const url = await openCheckout(context, deposit);
    log.info({ depositId: deposit.id, amountCents }, "Deposit checkout opened");
    return { url };
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    log.warn({ depositId: deposit.id, error }, "Deposit checkout not opened");
    throw apiError("deposit_failed");
  }
}

function parseDepositAmount(amount: number | string): number {
  const reading = parseAmountCents(amount);
  if (!reading.ok) throw apiError("invalid_amount");
  const checked = checkDepositAmount(reading.amountCents);
  if (checked.ok) return reading.amountCents;
  if (checked.reason === "invalid_amount") throw apiError("invalid_amount");
  const { minimumCents, maximumCents } = depositLimits;
  throw apiError("invalid_amount", { ...depositLimits }, (language) =>
    translate(language, "errors.depositLimits", {
      minimum: formatUsd(minimumCents, language),
      maximum: formatUsd(maximumCents, language),
    }),
  );
}

async function openCheckout(context: SignedInContext, deposit: Deposit): Promise<string> {
  if (deposit.checkoutSessionId !== null) {
    return await readOpenCheckoutUrl(context, deposit.checkoutSessionId);
  }
  const { db, payment } = context;
  const walletUrl = `${context.config.publicUrl}/dashboard/wallet`;
  const session = await ensureStripeCustomer(
    context,
    context.session.person,
    async (customerId) => {
      await updateDepositCustomer(db, deposit.id, customerId);
      return await payment.createDepositCheckout({
        depositId: deposit.id,
        customerId,
        amountCents: deposit.amountCents,
        description: translate(deposit.language, "records.payment.deposit", { brand: brandName }),
        // From the deposit's own time, because the provider rejects a repeat with other contents.
        expiresAt: new Date(deposit.createdAt.getTime() + checkoutMilliseconds),
        successUrl: `${walletUrl}?success=true&session_id={CHECKOUT_SESSION_ID}`,
        cancelUrl: `${walletUrl}?canceled=true`,
      });
    },
  );
  const isRecorded = await atomically(db, async (inner) => {
    if (!(await lockOpenAccount(inner, deposit.userId))) return false;
    await updateDepositSession(inner, deposit, session.sessionId);
    return true;
  });
  if (!isRecorded) {
    // The account was closed during the provider's call, so nobody may pay into it.
    await payment.expireCheckoutSession(session.sessionId);
    throw apiError("signed_out");
  }
  if (session.url === null) throw apiError("idempotency_key_reused");
  return session.url;
}

async function readOpenCheckoutUrl(context: SignedInContext, sessionId: string): Promise<string> {
  const session = await context.payment.readCheckoutSession(sessionId);
  if (session?.state !== "open" || session.url === null) throw apiError("idempotency_key_reused");
  return session.url;
}

/**
 * Returns the URL of the open checkout behind a pending transaction of the signed-in user. A checkout that has ended is
 * settled first.
 *
 * Throws `not_found` (no deposit of theirs), `too_many_requests`, `deposit_ended`, and `deposit_failed` when the
 * provider is unavailable.
 */
export async function resumeDeposit(
  context: SignedInContext,
  { transactionId }: { readonly transactionId: string },
): Promise<{ url: string }> {
  const { db, log, now, payment } = context;
  const userId = context.session.person.id;
  const deposit = await findDepositByTransaction(db, userId, transactionId);
  if (deposit === undefined || deposit.checkoutSessionId === null) throw apiError("not_found");
  await countAttempt(db, "checkoutsPerAccount", userId, now());
  try {
    const session = await payment.readCheckoutSession(deposit.checkoutSessionId);
    if (session?.state === "open" && session.url !== null) return { url: session.url };
    await settleDeposit(context, deposit.checkoutSessionId);
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    log.warn({ depositId: deposit.id, error }, "Deposit checkout not read");
    throw apiError("deposit_failed");
  }
  throw apiError("deposit_ended");
}

/**
 * Closes the checkout behind a pending deposit of the signed-in user, so that it can no longer be paid, and returns its
 * transaction: canceled, completed when it was paid meanwhile, or still pending while the payment is processed. A deposit
 * that has ended stays as it is.
 *
 * Throws `not_found` (no deposit of theirs), `too_many_requests`, and `deposit_failed` when the provider is unavailable.
 */
export async function cancelDeposit(
  context: SignedInContext,
  { transactionId }: { readonly transactionId: string },
): Promise<{ transaction: Transaction }> {
  const { db, log, now, payment } = context;
  const userId = context.session.person.id;
  const deposit = await findDepositByTransaction(db, userId, transactionId);
  if (deposit === undefined || deposit.checkoutSessionId === null) throw apiError("not_found");
  const { status } = await getTransaction(db, transactionId);
  if (status === "pending") {
    await countAttempt(db, "checkoutsPerAccount", userId, now());
    try {
      await payment.expireCheckoutSession(deposit.checkoutSessionId);
      await settleDeposit(context, deposit.checkoutSessionId);
    } catch (error) {
      if (!(error instanceof PaymentError)) throw error;
      log.warn({ depositId: deposit.id, error }, "Deposit checkout not closed");
      throw apiError("deposit_failed", {}, sentence("errors.depositNotDismissed"));
    }
  }
  const row = await getTransaction(db, transactionId);
  return { transaction: describeTransaction(row, context.language) };
}

/** `message` is shown to the user; `amountCents` is null unless the money is in the wallet. */
type Verification = {
  readonly success: boolean;
  readonly amountCents: number | null;
  readonly message: string;
};

/**
 * Settles the signed-in user's deposit whose checkout is `sessionId`, if it is paid. Repeating the call changes
 * nothing. An unknown checkout, another user's, an unpaid and an expired one get the same answer, so that nobody can
 * test which sessions exist. Throws `unavailable` when the provider is.
 */
export async function verifyDeposit(
  context: SignedInContext,
  input: { sessionId: string },
): Promise<Verification> {
  const { language } = context;
  const settlement = await settle(context, input.sessionId);
  if (settlement.state === "settled") {
    const { amountCents } = settlement;
    return {
      success: true,
      amountCents,
      message: translate(language, "sentences.addedToWallet", {
        amount: formatUsd(amountCents, language),
      }),
    };
  }
  const message =
    settlement.state === "processing"
      ? translate(language, "errors.depositNotConfirmed")
      : translate(language, "toasts.verificationFailed.description");
  return { success: false, amountCents: null, message };
}

async function settle(context: SignedInContext, sessionId: string): Promise<Settlement> {
  try {
    return await settleDeposit(context, sessionId, { ownerId: context.session.person.id });
  } catch (error) {
    // Admins see the mismatch in the list of provider events, where the webhook stays failed.
    if (error instanceof DepositMismatch) return { state: "unknown" };
    if (!(error instanceof PaymentError)) throw error;
    context.log.warn({ error }, "Deposit not verified");
    throw apiError("unavailable");
  }
}

type DepositServices = Parameters<typeof settleDeposit>[0];

/**
 * Expires the user's open checkouts before their account is closed, so that no money reaches a closed account, and
 * settles each: one that was paid meanwhile is credited. Throws PaymentError when the provider is unavailable.
 */
export async function endDeposits(services: DepositServices, userId: string): Promise<void> {
  for (const sessionId of await listOpenSessionIds(services.db, userId)) {
    await services.payment.expireCheckoutSession(sessionId);
    await settleDeposit(services, sessionId);
  }
}

/** Whether a deposit of the user is still pending. */
export async function hasOpenDeposit(db: Db, userId: string): Promise<boolean> {
  return (await listOpenSessionIds(db, userId)).length > 0;
}
