import { apiError } from "#platform/contract/errors.ts";
import type { AppServices } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { PaymentError } from "#money/server/adapters/payment/payment.ts";
import {
  closeOpenCheckout,
  hasOpenCheckout,
} from "#money/server/plans/checkouts/close-checkout.ts";
import { endDeposits, hasOpenDeposit } from "#money/server/wallet/deposits/end-deposits.ts";

/** Ends the unpaid checkouts of a user at the provider; what was paid meanwhile takes effect. Throws `unavailable`. */
export async function endOpenPayments(services: AppServices, userId: string): Promise<void> {
  try {
    await endDeposits(services, userId);
    await closeOpenCheckout(services, userId);
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    services.log.warn({ userId, error }, "Open checkouts could not be ended");
    throw apiError("unavailable");
  }
}

/** Whether a checkout may still be paid, or its payment has not arrived. */
export async function hasOpenPayment(db: Db, userId: string): Promise<boolean> {
  return (await hasOpenDeposit(db, userId)) || (await hasOpenCheckout(db, userId));
}
