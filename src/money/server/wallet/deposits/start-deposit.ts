import { translate } from "#platform/server/translate.ts";
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
import { atomically } from "#platform/server/db/open.ts";
import { countAttempt } from "#platform/server/limits/count-attempt.ts";
import { PaymentError } from "#money/server/adapters/payment/payment.ts";
import { ensureStripeCustomer } from "#money/server/stripe-customers/ensure-stripe-customer.ts";
import {
  insertDeposit,
  lockOpenAccount,
  updateDepositCustomer,
  updateDepositSession,
  type Deposit,
} from "./deposit-queries.ts";

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
