// The specification's function get-stripe-payments: payments, live from the provider.
import type { Payment as PaymentRecord } from "#contract/payments.ts";
import { apiError } from "#contract/errors.ts";
import type { SignedInContext } from "#server/context.ts";
import { PaymentError, type ProviderPayment } from "#server/adapters/payment/payment.ts";

type Selection = "all" | "subscriptions" | "one-time";

/**
 * The newest `limit` payments of all customers, newest first; `type` is the screen's tab. Refuses
 * `payments_unavailable` when the provider does not answer, and `busy` while too many ask.
 */
export async function getStripePayments(
  context: SignedInContext,
  input: { limit: number; type: Selection },
): Promise<{ payments: PaymentRecord[] }> {
  const listed = await listFromProvider(context, input.limit);
  const payments = listed
    .filter(({ kind }) => belongsTo(input.type, kind))
    .slice(0, input.limit)
    .map(describePayment);
  return { payments };
}

async function listFromProvider(
  { payment, log, queues, session }: SignedInContext,
  limit: number,
): Promise<ProviderPayment[]> {
  try {
    return await queues.providerLists.run(session.person.id, () => payment.listPayments(limit));
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    log.warn({ error }, "Payments not listed");
    throw apiError("payments_unavailable");
  }
}

function belongsTo(type: Selection, kind: ProviderPayment["kind"]): boolean {
  if (type === "all") return true;
  return (kind === "one_time_payment") === (type === "one-time");
}

const wordsOfKind = {
  one_time_payment: "One-time payment",
  subscription: "Subscription",
  invoice: "Invoice",
} as const satisfies Record<ProviderPayment["kind"], string>;

function describePayment(payment: ProviderPayment): PaymentRecord {
  return {
    id: payment.paymentId,
    user_email: payment.email ?? "Unknown",
    type: payment.kind,
    description: payment.description ?? wordsOfKind[payment.kind],
    amount: payment.amount,
    currency: payment.currency,
    date: payment.createdAt.toISOString(),
    status: payment.status,
  };
}
