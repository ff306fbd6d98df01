import { apiError } from "#platform/contract/errors.ts";
import type { EndedPlanPayment } from "#money/contract/plans.ts";
import { PaymentError, type Payment } from "#money/server/adapters/payment/payment.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { findPlanProfile } from "./subscription-queries.ts";
import { withSubscriberLock } from "./locks/with-subscriber-lock.ts";
import { insertNotifications } from "#notices/server/notifications/send-notifications.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { queueEmail } from "#platform/server/emails/queue-email.ts";
import { listPaidMonthRows } from "./period-queries.ts";

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
  if (refundableCents === 0 && refundedCents > 0) {
    context.unchanged();
    // One that died after the provider's answer has not notified.
    await notifyRefunded(context, userId, payment);
    return payment;
  }
  if (refundableCents === 0 || paymentIntentId === undefined) throw apiError("refund_refused");
  await context.audit({
    before: { invoiceId, refundedCents },
    after: { refundedCents: refundedCents + refundableCents },
    reason,
  });
  await provider.refundPayment({ paymentIntentId, amountCents: refundableCents });
  log.info({ userId, invoiceId, amountCents: refundableCents }, "Plan payment refunded");
  const refunded = (await readRefundable(provider, month)).payment;
  await notifyRefunded(context, userId, refunded);
  return refunded;
}

/** Notifies the customer of what was given back of a payment, once for each amount. */
async function notifyRefunded(
  context: SignedInContext,
  userId: string,
  { invoiceId, plan, refundedCents }: EndedPlanPayment,
): Promise<void> {
  await atomically(context.db, async (db) => {
    const added = await insertNotifications(context, db, [
      {
        userId,
        kind: "plan_changed",
        subjectId: userId,
        dedupeKey: `refunded ${invoiceId} ${refundedCents}`,
        payload: { variant: "refunded", plan, amountCents: refundedCents },
      },
    ]);
    if (added.length === 0) return;
    const profile = await findPlanProfile(db, userId);
    if (profile === undefined) return;
    const settingsUrl = `${context.config.publicUrl}/dashboard/settings`;
    const email = { name: "plan-refunded", plan, amountCents: refundedCents, settingsUrl } as const;
    await queueEmail(db, { to: profile.email, email }, context);
  });
}

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
type RefundablePayment = {
  readonly payment: EndedPlanPayment;
  /** null where no payment by card paid the invoice. */
  readonly paymentIntentId: string | undefined;
};

/**
 * Reads from the provider what was given back of a payment. Never more than the invoice asked for is refundable, and nothing
 * while a dispute decides about it or has taken it. Throws PaymentError.
 */
async function readRefundable(provider: Payment, month: PaidMonth): Promise<RefundablePayment> {
  const paymentIntentId = await provider.findInvoicePaymentId(month.invoiceId);
  const paid = paymentIntentId === undefined ? null : await provider.readReversals(paymentIntentId);
  const refundedCents = paid?.refundedCents ?? 0;
  const isDisputed = paid?.disputes.some(({ isOver, isTaken }) => isTaken || !isOver) ?? false;
  const leftCents = Math.min(paid?.receivedCents ?? 0, month.amountCents) - refundedCents;
  const refundableCents = isDisputed ? 0 : Math.max(0, leftCents);
  return { payment: { ...month, refundedCents, refundableCents }, paymentIntentId };
}
