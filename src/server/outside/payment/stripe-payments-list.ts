// The provider's books, read live: single payments from its charges, the rest from its paid invoices.
import type Stripe from "stripe";
import type { ProviderPayment } from "./payment.ts";

/** The newest payments, newest first; a charge that paid an invoice is shown as that invoice. */
export async function listStripePayments(
  stripe: Stripe,
  limit: number,
): Promise<ProviderPayment[]> {
  const [charges, invoices] = await Promise.all([
    stripe.charges.list({ limit, expand: ["data.customer"] }),
    stripe.invoices.list({ limit, status: "paid", expand: ["data.payments"] }),
  ]);
  const invoiced = new Set(invoices.data.flatMap(paymentIntentsOf));
  const single = charges.data.filter((charge) => !invoiced.has(idOf(charge.payment_intent)));
  return [...single.map(describeCharge), ...invoices.data.map(describeInvoice)].toSorted(
    (one, other) => other.createdAt.getTime() - one.createdAt.getTime(),
  );
}

function idOf(reference: string | { readonly id: string } | null | undefined): string | undefined {
  return typeof reference === "object" ? reference?.id : reference;
}

function paymentIntentsOf(invoice: Stripe.Invoice): (string | undefined)[] {
  return (invoice.payments?.data ?? [])
    .map(({ payment }) => idOf(payment.payment_intent))
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
    description: charge.description,
    amount: inUnits(charge.amount, charge.currency),
    currency: charge.currency,
    createdAt: new Date(charge.created * 1000),
    status: charge.status,
  };
}

function describeInvoice(invoice: Stripe.Invoice): ProviderPayment {
  return {
    paymentId: invoice.id,
    kind: invoice.parent?.subscription_details ? "subscription" : "invoice",
    email: invoice.customer_email,
    description: invoice.lines.data[0]?.description ?? invoice.description ?? invoice.number,
    amount: inUnits(invoice.amount_paid, invoice.currency),
    currency: invoice.currency,
    createdAt: new Date(invoice.created * 1000),
    status: invoice.status ?? "unknown",
  };
}

/** Amounts come in the smallest unit; how many make one unit depends on the currency (yen have none). */
function inUnits(amountInSmallestUnit: number, currency: string): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
  }).resolvedOptions();
  return amountInSmallestUnit / 10 ** maximumFractionDigits;
}
