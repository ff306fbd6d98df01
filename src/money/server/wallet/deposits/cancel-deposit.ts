import { sentence } from "#platform/server/translate.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { Transaction } from "#money/contract/wallet.ts";
import { PaymentError } from "#money/server/adapters/payment/payment.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { countAttempt } from "#platform/server/limits/count-attempt.ts";
import { describeTransaction } from "#money/server/wallet/describe-transaction.ts";
import { getTransaction } from "#money/server/wallet/transaction-queries.ts";
import { findDepositByTransaction } from "./deposit-queries.ts";
import { settleDeposit } from "./settle-deposit.ts";

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
