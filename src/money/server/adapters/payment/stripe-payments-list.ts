import type Stripe from "stripe";
import type { PaymentPurpose, ProviderPayment } from "./payment.ts";
import type { StripePrices } from "./stripe-prices.ts";
import { isTaken } from "./stripe-reports.ts";

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
  const invoiced = new Set(invoices.data.flatMap(paymentIntentsOf));
  const kindOf = (intent: Stripe.Charge["payment_intent"]) =>
    invoiced.has(referencedId(intent)) ? ("subscription" as const) : ("one_time_payment" as const);
  const single = charges.data.filter(
    (charge) => !invoiced.has(referencedId(charge.payment_intent)),
  );
  return [
    ...single.map(describeCharge),
    ...(await Promise.all(invoices.data.map((invoice) => describeInvoice(prices, invoice)))),
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

function paymentIntentsOf(invoice: Stripe.Invoice): (string | undefined)[] {
  return (invoice.payments?.data ?? [])
    .map(({ payment }) => referencedId(payment.payment_intent))
    .filter((id) => id !== undefined);
}

function emailOf(customer: Stripe.Charge["customer"]): string | null {
  return typeof customer === "object" && customer !== null && !customer.deleted
    ? customer.email
    : null;
}

function describeCharge(charge: Stripe.Charge): ProviderPayment {
  return {
    paymentId: charge.id,
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
): Promise<ProviderPayment> {
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
