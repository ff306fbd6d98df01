import type Stripe from "stripe";
import type {
  ReportedPayment,
  PaymentReports,
  ProviderDispute,
  ReversedPayment,
  Span,
  PaymentPurpose,
  ProviderPayment,
} from "./payment.ts";
import { withPaymentErrors, isMissing, type StripePrices } from "./stripe-client.ts";

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
        return data[0]?.id;
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
function isTaken(status: string): boolean {
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

/**
 * The newest payments, newest first: charges without an invoice, paid invoices in place of their charges, and refunds
 * and disputes as negative payments.
 */
export async function listStripePayments(
  { stripe, prices }: { readonly stripe: Stripe; readonly prices: StripePrices },
  limit: number,
): Promise<ProviderPayment[]> {
  const ofCharge = ["data.charge.customer"];
  const [charges, invoices, refunds, disputes] = await Promise.all([
    stripe.charges.list({ limit, expand: ["data.customer"] }),
    stripe.invoices.list({ limit, status: "paid", expand: ["data.payments"] }),
    stripe.refunds.list({ limit, expand: ofCharge }),
    stripe.disputes.list({ limit, expand: ofCharge }),
  ]);
  const invoiced = new Set<string | undefined>(invoices.data.flatMap(paymentIntentsOf));
  const chargesOf = (intents: readonly string[]) =>
    charges.data
      .filter((charge) => intents.includes(referencedId(charge.payment_intent) ?? ""))
      .map(({ id }) => id);
  const kindOf = (intent: Stripe.Charge["payment_intent"]) =>
    invoiced.has(referencedId(intent)) ? ("subscription" as const) : ("one_time_payment" as const);
  const single = charges.data.filter(
    (charge) => !invoiced.has(referencedId(charge.payment_intent)),
  );
  return [
    ...single.map(describeCharge),
    ...(await Promise.all(
      invoices.data.map(async (invoice) => {
        const intents = paymentIntentsOf(invoice);
        const references = [...intents, ...chargesOf(intents)];
        return { ...(await describeInvoice(prices, invoice)), references };
      }),
    )),
    ...refunds.data.map((refund) =>
      describeReversal("refund", refund, kindOf(refund.payment_intent)),
    ),
    ...disputes.data
      .filter(({ status }) => isTaken(status))
      .map((dispute) => describeReversal("dispute", dispute, kindOf(dispute.payment_intent))),
  ].toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
}

function referencedId(
  reference: string | { readonly id: string } | null | undefined,
): string | undefined {
  return typeof reference === "object" ? reference?.id : reference;
}

function idsOf(
  ...references: readonly (string | { readonly id: string } | null | undefined)[]
): string[] {
  return references.map((one) => referencedId(one)).filter((id) => id !== undefined);
}

function paymentIntentsOf(invoice: Stripe.Invoice): string[] {
  return idsOf(...(invoice.payments?.data ?? []).map(({ payment }) => payment.payment_intent));
}

function emailOf(customer: Stripe.Charge["customer"]): string | null {
  return typeof customer === "object" && customer !== null && !customer.deleted
    ? customer.email
    : null;
}

function describeCharge(charge: Stripe.Charge): ProviderPayment {
  return {
    paymentId: charge.id,
    references: idsOf(charge.payment_intent),
    kind: "one_time_payment",
    email: emailOf(charge.customer) ?? charge.billing_details.email ?? charge.receipt_email,
    // The provider copies the metadata of a payment to its charge.
    purpose: charge.metadata["deposit_id"] === undefined ? null : { kind: "deposit" },
    reversal: null,
    description: charge.description,
    amount: inUnits(charge.amount, charge.currency),
    currency: charge.currency,
    createdAt: new Date(charge.created * 1000),
    status: charge.status,
  };
}

/** The plan of an invoice; of a changed plan the new one, which follows what is returned for the former. */
async function purposeOf(
  prices: StripePrices,
  invoice: Stripe.Invoice,
): Promise<PaymentPurpose | null> {
  if (invoice.parent?.subscription_details?.metadata?.["checkout_id"] === undefined) return null;
  const line = invoice.lines.data.find(({ amount }) => amount >= 0);
  const price = line?.pricing?.price_details?.price;
  const plan = price === undefined ? null : await prices.planOf(price);
  return plan && { kind: "plan", plan };
}

async function describeInvoice(
  prices: StripePrices,
  invoice: Stripe.Invoice,
): Promise<Omit<ProviderPayment, "references">> {
  return {
    paymentId: invoice.id,
    kind: invoice.parent?.subscription_details ? "subscription" : "invoice",
    email: invoice.customer_email,
    purpose: await purposeOf(prices, invoice),
    reversal: null,
    description: invoice.lines.data[0]?.description ?? invoice.description ?? invoice.number,
    amount: inUnits(invoice.amount_paid, invoice.currency),
    currency: invoice.currency,
    createdAt: new Date(invoice.created * 1000),
    status: invoice.status ?? "unknown",
  };
}

function describeReversal(
  direction: "refund" | "dispute",
  reversal: Stripe.Refund | Stripe.Dispute,
  kind: ProviderPayment["kind"],
): ProviderPayment {
  return {
    paymentId: reversal.id,
    references: idsOf(reversal.payment_intent, reversal.charge),
    kind,
    ...describeReversed(reversal.charge),
    reversal: direction,
    amount: -inUnits(reversal.amount, reversal.currency),
    currency: reversal.currency,
    createdAt: new Date(reversal.created * 1000),
    status: reversal.status ?? "unknown",
  };
}

/** What is said of a charge that was refunded or disputed. */
function describeReversed(
  charge: string | Stripe.Charge | null,
): Pick<ProviderPayment, "email" | "purpose" | "description"> {
  if (charge === null || typeof charge === "string")
    return { email: null, purpose: null, description: null };
  const { email, purpose, description } = describeCharge(charge);
  return { email, purpose, description };
}

/** How many of the smallest unit make one unit depends on the currency (yen have none). */
function inUnits(amountInSmallestUnit: number, currency: string): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
  }).resolvedOptions();
  return amountInSmallestUnit / 10 ** maximumFractionDigits;
}
