// What was paid for months of plans that ended before these were over, and what of it has been given back.
import type { EndedPlanPayment } from "#money/contract/plans.ts";
import type { Payment } from "#money/server/adapters/payment/payment.ts";
import type { Db } from "#platform/server/db/open.ts";
import { listPaidMonthRows } from "./paid-month-queries.ts";

/** A payment as ending a subscription returns it. */
export type PaidMonth = Omit<EndedPlanPayment, "refundedCents" | "refundableCents">;

/** What a customer paid for months that are not over, of subscriptions that have ended; the oldest first. */
export async function listPaidEndedMonths(db: Db, userId: string, now: Date): Promise<PaidMonth[]> {
  const rows = await listPaidMonthRows(db, userId, now);
  return rows.map((row) => ({
    ...row,
    amountCents: Number(row.amountCents),
    paidAt: row.paidAt.toISOString(),
    periodEndsAt: row.periodEndsAt.toISOString(),
  }));
}

/** The same payment as it is at the provider now. */
export type RefundablePayment = {
  readonly payment: EndedPlanPayment;
  /** null where no payment by card paid the invoice. */
  readonly paymentIntentId: string | null;
};

/**
 * Reads from the provider what was given back of a payment. Never more than the invoice asked for is refundable, and nothing
 * while a dispute decides about it or has taken it. Throws PaymentError.
 */
export async function readRefundable(
  provider: Payment,
  month: PaidMonth,
): Promise<RefundablePayment> {
  const paymentIntentId = await provider.findInvoicePaymentId(month.invoiceId);
  const paid = paymentIntentId === null ? null : await provider.readReversals(paymentIntentId);
  const refundedCents = paid?.refundedCents ?? 0;
  const isDisputed = paid?.disputes.some(({ isOver, isTaken }) => isTaken || !isOver) ?? false;
  const leftCents = Math.min(paid?.receivedCents ?? 0, month.amountCents) - refundedCents;
  const refundableCents = isDisputed ? 0 : Math.max(0, leftCents);
  return { payment: { ...month, refundedCents, refundableCents }, paymentIntentId };
}
