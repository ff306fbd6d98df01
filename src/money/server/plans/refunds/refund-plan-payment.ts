import { apiError } from "#platform/contract/errors.ts";
import type { EndedPlanPayment } from "#money/contract/plans.ts";
import { PaymentError } from "#money/server/adapters/payment/payment.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { withSubscriberLock } from "#money/server/plans/locks/with-subscriber-lock.ts";
import { listPaidEndedMonths, readRefundable } from "./read-paid-months.ts";

type Input = { readonly userId: string; readonly invoiceId: string; readonly reason: string };

/**
 * Gives what has not been given back yet of a payment for a month that ended early back to the customer's card. A repeat
 * returns the payment and gives nothing more back. The audit entry is written before the provider is called, so that no refund
 * goes unrecorded.
 *
 * Throws `missing_information`, `own_account`, `not_found` for what listEndedPlanPayments does not list, `subscription_busy`,
 * `refund_refused` where the provider refuses or a dispute decides about the payment, and `unavailable`.
 */
export async function refundPlanPayment(
  context: SignedInContext,
  input: Input,
): Promise<EndedPlanPayment> {
  if (input.reason === "") throw apiError("missing_information");
  await context.actsOn(context.db, "plan", input.userId);
  return await withSubscriberLock(context, input.userId, async () => {
    try {
      return await refund(context, input);
    } catch (error) {
      if (!(error instanceof PaymentError)) throw error;
      context.log.warn({ error }, "A plan payment was not refunded");
      throw apiError(error.reason === "unavailable" ? "unavailable" : "refund_refused");
    }
  });
}

async function refund(context: SignedInContext, input: Input): Promise<EndedPlanPayment> {
  const { db, payment: provider, now, log } = context;
  const { userId, invoiceId, reason } = input;
  const months = await listPaidEndedMonths(db, userId, now());
  const month = months.find((one) => one.invoiceId === invoiceId);
  if (month === undefined) throw apiError("not_found");
  const { payment, paymentIntentId } = await readRefundable(provider, month);
  const { refundedCents, refundableCents } = payment;
  if (refundableCents === 0 && refundedCents > 0) return payment;
  if (refundableCents === 0 || paymentIntentId === null) throw apiError("refund_refused");
  await recordAdminAction(context, db, {
    action: "plans.refundPlanPayment",
    target: userId,
    before: { invoiceId, refundedCents },
    after: { refundedCents: refundedCents + refundableCents },
    reason,
  });
  await provider.refundPayment({ paymentIntentId, amountCents: refundableCents });
  log.info({ userId, invoiceId, amountCents: refundableCents }, "Plan payment refunded");
  return (await readRefundable(provider, month)).payment;
}
