import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { countAttempt } from "#platform/server/limits/count-attempt.ts";
import { PaymentError } from "#money/server/adapters/payment/payment.ts";
import { settleDeposit } from "./settle-deposit.ts";
import { findDepositByTransaction } from "./deposit-queries.ts";

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
