import { apiError } from "#platform/contract/errors.ts";
import type { EndedPlanPayment } from "#money/contract/plans.ts";
import { PaymentError } from "#money/server/adapters/payment/payment.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { findPlanProfile } from "#money/server/plans/subscription-queries.ts";
import { listPaidEndedMonths, readRefundable } from "./read-paid-months.ts";

/**
 * Lists what a customer paid for months of plans that ended before these were over, with what was given back of it. The
 * provider is asked only where there is any. Throws `not_found` and `payments_unavailable`.
 */
export async function listEndedPlanPayments(
  { db, now, payment, log }: SignedInContext,
  { userId }: { readonly userId: string },
): Promise<{ items: EndedPlanPayment[] }> {
  if ((await findPlanProfile(db, userId)) === undefined) throw apiError("not_found");
  const months = await listPaidEndedMonths(db, userId, now());
  try {
    const read = await Promise.all(months.map((month) => readRefundable(payment, month)));
    return { items: read.map((one) => one.payment) };
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    log.warn({ error }, "Plan payments were not read");
    throw apiError("payments_unavailable");
  }
}
