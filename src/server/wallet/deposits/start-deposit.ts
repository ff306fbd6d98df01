// Opens a deposit's hosted checkout.
import { apiError } from "#contract/errors.ts";
import { brandName } from "#core/brand.ts";
import {
  checkDepositAmount,
  depositCheckoutHours,
  depositLimits,
  formatUsd,
  parseAmountCents,
} from "#core/money.ts";
import type { SignedInContext } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import { countAttempt } from "#server/limits/count-attempt.ts";
import { PaymentError } from "#server/adapters/payment/payment.ts";
import { ensureStripeCustomer } from "#server/payments/ensure-stripe-customer.ts";
import { lockOpenAccount } from "./end-deposits.ts";
import {
  insertDeposit,
  recordDepositCustomer,
  recordDepositSession,
  type Deposit,
} from "#server/wallet/ledger-queries.ts";

const checkoutMilliseconds = depositCheckoutHours * 60 * 60 * 1000;

/**
 * Opens the provider's page on which the person signed in pays `amount` dollars, and returns its address.
 * A repeat under the same request key leads to the same checkout.
 *
 * The deposit is kept before the provider is asked, and the provider is asked under the deposit's id, so
 * that a death of the process at any moment leaves at most one checkout, which finds its deposit.
 *
 * Refuses `invalid_amount` (with the limits when one was missed), `idempotency_key_reused`, `deposit_failed`.
 */
export async function startDeposit(
  context: SignedInContext,
  input: { amount: number | string; idempotencyKey: string },
): Promise<{ url: string }> {
  const { db, log, now } = context;
  const amountCents = depositAmountOf(input.amount);
  const userId = context.session.person.id;
  const attempt = await countAttempt(db, "checkoutsPerAccount", userId, now());
  if (attempt === null) throw apiError("too_many_requests");
  const deposit = await insertDeposit(db, {
    userId,
    amountCents,
    idempotencyKey: input.idempotencyKey,
    at: now(),
  });
  if (deposit.amountCents !== amountCents) throw apiError("idempotency_key_reused");
  try {
    const url = await openCheckout(context, deposit);
    log.info({ depositId: deposit.depositId, amountCents }, "Deposit checkout opened");
    return { url };
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    log.warn({ depositId: deposit.depositId, error }, "Deposit checkout not opened");
    throw apiError("deposit_failed");
  }
}

function depositAmountOf(amount: number | string): number {
  const reading = parseAmountCents(amount);
  if (!reading.ok) throw apiError("invalid_amount");
  const checked = checkDepositAmount(reading.amountCents);
  if (checked.ok) return reading.amountCents;
  if (checked.reason === "invalid_amount") throw apiError("invalid_amount");
  const { minimumCents, maximumCents } = depositLimits;
  const limits = `A deposit is at least ${formatUsd(minimumCents)} and at most ${formatUsd(maximumCents)}.`;
  throw apiError(
    "invalid_amount",
    { ...depositLimits },
    `Please enter a valid amount to deposit. ${limits}`,
  );
}

async function openCheckout(context: SignedInContext, deposit: Deposit): Promise<string> {
  if (deposit.sessionId !== null) return await addressOfOpened(context, deposit.sessionId);
  const { db, payment } = context;
  const walletUrl = `${context.config.publicUrl}/dashboard/wallet`;
  const session = await ensureStripeCustomer(
    context,
    context.session.person,
    async (customerId) => {
      await recordDepositCustomer(db, deposit.depositId, customerId);
      return await payment.createDepositCheckout({
        depositId: deposit.depositId,
        customerId,
        amountCents: deposit.amountCents,
        description: `${brandName} wallet deposit`,
        // From the deposit's own time, so that a repeat asks the provider for exactly the same.
        expiresAt: new Date(deposit.createdAt.getTime() + checkoutMilliseconds),
        successUrl: `${walletUrl}?success=true&session_id={CHECKOUT_SESSION_ID}`,
        cancelUrl: `${walletUrl}?canceled=true`,
      });
    },
  );
  const isNoted = await atomically(db, async (inner) => {
    if (!(await lockOpenAccount(inner, deposit.userId))) return false;
    await recordDepositSession(inner, deposit, session.sessionId);
    return true;
  });
  if (!isNoted) {
    // The account was closed while the provider was asked: nobody may pay into it.
    await payment.expireCheckoutSession(session.sessionId);
    throw apiError("signed_out");
  }
  if (session.url === null) throw apiError("idempotency_key_reused");
  return session.url;
}

async function addressOfOpened(context: SignedInContext, sessionId: string): Promise<string> {
  const session = await context.payment.readCheckoutSession(sessionId);
  if (session?.state !== "open" || session.url === null) throw apiError("idempotency_key_reused");
  return session.url;
}
