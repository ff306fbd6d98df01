import type Stripe from "stripe";
import type {
  ReportedPayment,
  PaymentReports,
  ProviderDispute,
  ReversedPayment,
  Span,
} from "./payment-reports.ts";
import { withPaymentErrors, isMissing } from "./stripe-client.ts";

const pageLength = 100;

/** Reports of payments, refunds, disputes and invoices through the SDK. */
export function createStripeReports(stripe: Stripe): PaymentReports {
  return {
    readReversals: (paymentIntentId) =>
      withPaymentErrors(() => readReversals(stripe, paymentIntentId)),
    listPaymentsIn: (span) => listPaymentsIn(stripe, span),
    listReversedIn: (span) => listReversedIn(stripe, span),
    listInvoicedIn: (span) => listInvoicedIn(stripe, span),
    findCheckoutSessionId: (paymentIntentId) =>
      withPaymentErrors(async () => {
        const { data } = await stripe.checkout.sessions.list({
          payment_intent: paymentIntentId,
          limit: 1,
        });
        return data[0]?.id ?? null;
      }),
  };
}

async function readReversals(
  stripe: Stripe,
  paymentIntentId: string,
): Promise<ReversedPayment | null> {
  // Any other text is no id of the provider, and could address another resource as part of the URL.
  if (!/^pi_\w{1,250}$/.test(paymentIntentId)) return null;
  try {
    const all = { payment_intent: paymentIntentId, limit: pageLength };
    const [intent, refunds, disputes] = await Promise.all([
      stripe.paymentIntents.retrieve(paymentIntentId),
      stripe.refunds.list(all),
      stripe.disputes.list(all),
    ]);
    return {
      ...describePayment(intent),
      refundedCents: refunds.data
        .filter(({ status }) => status !== "failed" && status !== "canceled")
        .reduce((total, { amount }) => total + amount, 0),
      disputes: disputes.data.map(describeDispute),
    };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function describePayment(intent: Stripe.PaymentIntent): ReportedPayment {
  return {
    paymentIntentId: intent.id,
    depositId: intent.metadata["deposit_id"] ?? null,
    isLive: intent.livemode,
    currency: intent.currency,
    receivedCents: intent.amount_received,
    createdAt: new Date(intent.created * 1000),
  };
}

/** With these the amount has left our account; an inquiry takes nothing, and a won or prevented dispute returns it. */
const takingStatuses: readonly string[] = ["needs_response", "under_review", "lost"];

/** Whether a dispute of this status has taken its amount off our account. */
export function isTaken(status: string): boolean {
  return takingStatuses.includes(status);
}

const finalStatuses: readonly string[] = ["won", "lost", "warning_closed", "prevented"];

function describeDispute({ id, status, amount }: Stripe.Dispute): ProviderDispute {
  return {
    disputeId: id,
    status,
    amountCents: amount,
    isTaken: isTaken(status),
    isOver: finalStatuses.includes(status),
  };
}

function createdIn({ startsAt, endsAt }: Span) {
  const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000);
  return { limit: pageLength, created: { gte: seconds(startsAt), lt: seconds(endsAt) } };
}

/** All pages of a list, the newest first. */
async function* pagesOf<T extends { readonly id: string }>(
  readPage: (cursor: { starting_after?: string }) => Promise<Stripe.ApiList<T>>,
): AsyncGenerator<readonly T[]> {
  let cursor: { starting_after?: string } = {};
  for (;;) {
    const page = await withPaymentErrors(() => readPage(cursor));
    if (page.data.length > 0) yield page.data;
    const last = page.data.at(-1);
    if (!page.has_more || last === undefined) return;
    cursor = { starting_after: last.id };
  }
}

async function* listPaymentsIn(
  stripe: Stripe,
  span: Span,
): AsyncGenerator<readonly ReportedPayment[]> {
  for await (const page of pagesOf((cursor) =>
    stripe.paymentIntents.list({ ...createdIn(span), ...cursor }),
  )) {
    yield page.filter(({ status }) => status === "succeeded").map(describePayment);
  }
}

async function* listReversedIn(stripe: Stripe, span: Span): AsyncGenerator<readonly string[]> {
  const lists = [
    pagesOf<Stripe.Refund>((cursor) => stripe.refunds.list({ ...createdIn(span), ...cursor })),
    pagesOf<Stripe.Dispute>((cursor) => stripe.disputes.list({ ...createdIn(span), ...cursor })),
  ];
  for (const pages of lists) {
    for await (const page of pages) {
      yield page.map(({ payment_intent: intent }) => idOf(intent)).filter((id) => id !== null);
    }
  }
}

async function* listInvoicedIn(
  stripe: Stripe,
  span: Span,
): AsyncGenerator<readonly { subscriptionId: string; invoiceId: string }[]> {
  for await (const page of pagesOf((cursor) =>
    stripe.invoices.list({ ...createdIn(span), ...cursor, status: "paid" }),
  )) {
    yield page.flatMap(({ id, parent }) => {
      const subscriptionId = idOf(parent?.subscription_details?.subscription ?? null);
      return subscriptionId === null ? [] : [{ subscriptionId, invoiceId: id }];
    });
  }
}

function idOf(reference: string | { readonly id: string } | null): string | null {
  return typeof reference === "object" ? (reference?.id ?? null) : reference;
}
