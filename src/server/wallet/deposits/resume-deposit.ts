// Leads back to the checkout of a deposit that was begun and not paid.
import { apiError } from "#contract/errors.ts";
import type { SignedInContext } from "#server/context.ts";
import { countAttempt } from "#server/limits/count-attempt.ts";
import { PaymentError } from "#server/adapters/payment/payment.ts";
import { settleDeposit } from "./settle-deposit.ts";
import { findOwnDeposit } from "#server/wallet/ledger-queries.ts";

/**
 * The address of the open checkout behind a pending transaction of the person signed in. Where the checkout is over,
 * wallet and history are made to agree with it first.
 *
 * Refuses `not_found` (no deposit of theirs), `too_many_requests`, `deposit_ended`, and `deposit_failed` when the
 * provider does not answer.
 */
export async function resumeDeposit(
  context: SignedInContext,
  { transactionId }: { readonly transactionId: string },
): Promise<{ url: string }> {
  const { db, log, now, payment } = context;
  const userId = context.session.person.id;
  const deposit = await findOwnDeposit(db, userId, transactionId);
  if (deposit === undefined || deposit.sessionId === null) throw apiError("not_found");
  const attempt = await countAttempt(db, "checkoutsPerAccount", userId, now());
  if (attempt === null) throw apiError("too_many_requests");
  try {
    const session = await payment.readCheckoutSession(deposit.sessionId);
    if (session?.state === "open" && session.url !== null) return { url: session.url };
    await settleDeposit(context, deposit.sessionId);
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    log.warn({ depositId: deposit.depositId, error }, "Deposit checkout not found again");
    throw apiError("deposit_failed");
  }
  throw apiError("deposit_ended");
}
