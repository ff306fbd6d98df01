import type Stripe from "stripe";
import type {
  CheckoutSession,
  CheckoutState,
  DepositCheckout,
  Payment,
  RefundingPayment,
} from "./payment.ts";
import { createStripeReports, listStripePayments } from "./stripe-reports.ts";
import {
  createStripeClient,
  withPaymentErrors,
  isLiveKey,
  isMissing,
  type StripeAccess,
  createStripePrices,
} from "./stripe-client.ts";
import { verifyStripeEvent } from "./stripe-events.ts";
import { createStripeSubscriptions } from "./stripe-subscriptions.ts";

/** The payment provider through its SDK. Several webhook secrets are valid while one replaces another. */
export function createStripePayment(
  access: StripeAccess & { readonly webhookSecrets: readonly string[] },
): Payment {
  const stripe = createStripeClient(access);
  const prices = createStripePrices(stripe);
  return {
    ...createStripeSubscriptions(stripe, prices),
    ...createStripeRefunds(stripe),
    ...createStripeReports(stripe),
    isLive: isLiveKey(access.secretKey),
    createCustomer: ({ userId, email, name, idempotencyKey }) =>
      withPaymentErrors(async () => {
        const customer = await stripe.customers.create(
          { email, ...(name && { name: name.slice(0, 256) }), metadata: { user_id: userId } },
          { idempotencyKey },
        );
        return customer.id;
      }),
    updateCustomer: ({ customerId, email }) =>
      withPaymentErrors(async () => void (await stripe.customers.update(customerId, { email }))),
    createDepositCheckout: (checkout) =>
      withPaymentErrors(() => createDepositCheckout(stripe, checkout)),
    readCheckoutSession: (sessionId) =>
      withPaymentErrors(() => readCheckoutSession(stripe, sessionId)),
    expireCheckoutSession: (sessionId) =>
      withPaymentErrors(() => expireCheckoutSession(stripe, sessionId)),
    verifyEvent: (rawBody, signatureHeader, receivedAt) =>
      Promise.resolve(
        verifyStripeEvent(stripe, access.webhookSecrets, { rawBody, signatureHeader, receivedAt }),
      ),
    listPayments: (limit) => withPaymentErrors(() => listStripePayments({ stripe, prices }, limit)),
  };
}

async function createDepositCheckout(
  stripe: Stripe,
  checkout: DepositCheckout,
): Promise<CheckoutSession> {
  const { depositId, customerId, amountCents, description } = checkout;
  const metadata = { deposit_id: depositId };
  const session = await stripe.checkout.sessions.create(
    {
      mode: "payment",
      customer: customerId,
      client_reference_id: depositId,
      metadata,
      payment_intent_data: { description, metadata },
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: "usd",
            unit_amount: amountCents,
            product_data: { name: description },
          },
        },
      ],
      // Payers in other countries would otherwise be offered another currency than the wallet's.
      adaptive_pricing: { enabled: false },
      expires_at: Math.floor(checkout.expiresAt.getTime() / 1000),
      success_url: checkout.successUrl,
      cancel_url: checkout.cancelUrl,
    },
    { idempotencyKey: `deposit-${depositId}-${customerId}` },
  );
  return describeSession(session);
}

async function readCheckoutSession(
  stripe: Stripe,
  sessionId: string,
): Promise<CheckoutSession | null> {
  // Any other text is no id of the provider, and could address another resource as part of the URL.
  if (!/^cs_\w{1,250}$/.test(sessionId)) return null;
  try {
    return describeSession(
      await stripe.checkout.sessions.retrieve(sessionId, { expand: ["payment_intent"] }),
    );
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function expireCheckoutSession(stripe: Stripe, sessionId: string): Promise<void> {
  try {
    await stripe.checkout.sessions.expire(sessionId);
  } catch (error) {
    const session = await readCheckoutSession(stripe, sessionId);
    if (session?.state === "open") throw error;
  }
}

function describeSession(session: Stripe.Checkout.Session): CheckoutSession {
  const intent = typeof session.payment_intent === "object" ? session.payment_intent : null;
  return {
    sessionId: session.id,
    mode: session.mode,
    state: stateOf(session, intent),
    url: session.url,
    isLive: session.livemode,
    amountCents: session.amount_total,
    receivedCents: intent?.amount_received ?? 0,
    currency: session.currency,
    customerId: idOf(session.customer),
    reference: session.client_reference_id,
    paymentIntentId: idOf(session.payment_intent),
    chargeId: idOf(intent?.latest_charge ?? null),
    subscriptionId: idOf(session.subscription),
  };
}

function stateOf(
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | null,
): CheckoutState {
  if (session.payment_status === "paid") return "paid";
  if (session.status === "expired") return "expired";
  if (session.status !== "complete") return "open";
  if (session.payment_status === "no_payment_required") return "paid";
  // With delayed methods the bank declines days after the payer has finished.
  const isOver = intent?.status === "requires_payment_method" || intent?.status === "canceled";
  return isOver ? "failed" : "processing";
}

function idOf(reference: string | { readonly id: string } | null): string | null {
  return typeof reference === "object" ? (reference?.id ?? null) : reference;
}

/** `current` finds the configured provider; `last` is the one it found last. */
type PaymentSource = {
  readonly current: () => Promise<Payment>;
  readonly last: () => Payment;
};

/**
 * A Payment whose every call goes to the provider that is configured at that time, since admins can change it. Reading
 * several pages stays with the provider of the first page.
 */
export function createCurrentPayment({ current, last }: PaymentSource): Payment {
  return {
    // Callers compare it just after a call to the provider, so the last one is the right one.
    get isLive() {
      return last().isLive;
    },
    createCustomer: async (customer) => await (await current()).createCustomer(customer),
    updateCustomer: async (customer) => await (await current()).updateCustomer(customer),
    createDepositCheckout: async (checkout) =>
      await (await current()).createDepositCheckout(checkout),
    readCheckoutSession: async (id) => await (await current()).readCheckoutSession(id),
    expireCheckoutSession: async (id) => await (await current()).expireCheckoutSession(id),
    verifyEvent: async (body, signature, receivedAt) =>
      await (await current()).verifyEvent(body, signature, receivedAt),
    listPayments: async (limit) => await (await current()).listPayments(limit),
    createSubscriptionCheckout: async (checkout) =>
      await (await current()).createSubscriptionCheckout(checkout),
    readSubscription: async (id) => await (await current()).readSubscription(id),
    listPlanInvoices: async (id) => await (await current()).listPlanInvoices(id),
    changePlan: async (change) => await (await current()).changePlan(change),
    previewUpgrade: async (upgrade) => await (await current()).previewUpgrade(upgrade),
    cancelSubscription: async (id) => await (await current()).cancelSubscription(id),
    voidUnpaidInvoices: async (id) => await (await current()).voidUnpaidInvoices(id),
    setCancelAtPeriodEnd: async (id, isEnding) =>
      await (await current()).setCancelAtPeriodEnd(id, isEnding),
    openSettlement: async (open) => await (await current()).openSettlement(open),
    findInvoicePaymentId: async (id) => await (await current()).findInvoicePaymentId(id),
    refundPayment: async (refund) => await (await current()).refundPayment(refund),
    readReversals: async (id) => await (await current()).readReversals(id),
    async *listPaymentsIn(span) {
      yield* (await current()).listPaymentsIn(span);
    },
    async *listReversedIn(span) {
      yield* (await current()).listReversedIn(span);
    },
    async *listInvoicedIn(span) {
      yield* (await current()).listInvoicedIn(span);
    },
    findCheckoutSessionId: async (id) => await (await current()).findCheckoutSessionId(id),
  };
}

/** Refunds of plan payments through the SDK. */
function createStripeRefunds(stripe: Stripe): RefundingPayment {
  return {
    findInvoicePaymentId: (invoiceId) =>
      withPaymentErrors(async () => {
        const { data } = await stripe.invoicePayments.list({
          invoice: invoiceId,
          status: "paid",
          limit: 1,
        });
        const intent = data[0]?.payment.payment_intent;
        return typeof intent === "string" ? intent : intent?.id;
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
