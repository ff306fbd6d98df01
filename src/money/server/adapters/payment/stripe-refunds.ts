import type Stripe from "stripe";
import type { RefundingPayment } from "./payment.ts";
import { withPaymentErrors } from "./stripe-client.ts";

/** Refunds of plan payments through the SDK. */
export function createStripeRefunds(stripe: Stripe): RefundingPayment {
  return {
    findInvoicePaymentId: (invoiceId) =>
      withPaymentErrors(async () => {
        const { data } = await stripe.invoicePayments.list({
          invoice: invoiceId,
          status: "paid",
          limit: 1,
        });
        const intent = data[0]?.payment.payment_intent ?? null;
        return typeof intent === "string" ? intent : (intent?.id ?? null);
      }),
    refundPayment: ({ paymentIntentId, amountCents }) =>
      withPaymentErrors(async () => {
        const payment = { payment_intent: paymentIntentId };
        // Failed ones count too: after one of them a refund is another one, and not the repeat of a call.
        const { data: earlier } = await stripe.refunds.list({ ...payment, limit: 100 });
        await stripe.refunds.create(
          { ...payment, amount: amountCents },
          { idempotencyKey: `refund-${paymentIntentId}-${earlier.length}` },
        );
      }),
  };
}
