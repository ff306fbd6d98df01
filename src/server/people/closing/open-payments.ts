// Checkouts at the payment provider that somebody who leaves has opened and not paid.
import { refusal } from "#contract/problems.ts";
import type { Parts } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import { PaymentError } from "#server/outside/payment/payment.ts";
import { closeOpenCheckout, hasOpenCheckout } from "#server/plans/checkouts/close-checkout.ts";
import { endDeposits, hasOpenDeposit } from "#server/wallet/leaving/end-deposits.ts";

/** Ends them at the provider; what was paid meanwhile takes effect. Refuses `unavailable`. */
export async function endOpenPayments(parts: Parts, userId: string): Promise<void> {
  try {
    await endDeposits(parts, userId);
    await closeOpenCheckout(parts, userId);
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    parts.log.warn({ userId, error }, "Open checkouts could not be ended");
    throw refusal("unavailable");
  }
}

/** Whether there is one that may still be paid, or whose payment has not arrived. */
export async function hasOpenPayment(db: Db, userId: string): Promise<boolean> {
  return (await hasOpenDeposit(db, userId)) || (await hasOpenCheckout(db, userId));
}
