import Stripe from "stripe";
import { isDowngrade } from "#catalogue/rules/plan.ts";
import type {
  PlanChange,
  PlanInvoice,
  ProviderSubscription,
  SubscriptionCheckout,
  SubscriptionPayment,
} from "./payment.ts";
import { PaymentError } from "./payment.ts";
import { withPaymentErrors, isMissing, type StripePrices } from "./stripe-client.ts";

type Provider = { readonly stripe: Stripe; readonly prices: StripePrices };

// A month has one invoice for its start and a few for upgrades, so this covers two years.
const maximumInvoices = 100;

/** Plans at the provider through its SDK. */
export function createStripeSubscriptions(
  stripe: Stripe,
  prices: StripePrices,
): SubscriptionPayment {
  const provider = { stripe, prices };
  return {
    createSubscriptionCheckout: (checkout) =>
      withPaymentErrors(() => openCheckout(provider, checkout)),
    readSubscription: (subscriptionId) =>
      withPaymentErrors(() => readSubscription(provider, subscriptionId)),
    listPlanInvoices: (subscriptionId) =>
      withPaymentErrors(() => listPlanInvoices(provider, subscriptionId)),
    changePlan: (change) => withPaymentErrors(() => changePlan(provider, change)),
    previewUpgrade: (upgrade) => withPaymentErrors(() => previewUpgrade(provider, upgrade)),
    cancelSubscription: (subscriptionId) =>
      withPaymentErrors(() => cancelSubscription(stripe, subscriptionId)),
    voidUnpaidInvoices: (subscriptionId) =>
      withPaymentErrors(() => voidUnpaidInvoices(stripe, subscriptionId)),
    setCancelAtPeriodEnd: (subscriptionId, isEnding) =>
      withPaymentErrors(async () => {
        await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: isEnding });
      }),
    openSettlement: (open) => withPaymentErrors(() => openSettlement(stripe, open)),
  };
}

async function openCheckout({ stripe, prices }: Provider, checkout: SubscriptionCheckout) {
  const { checkoutId, customerId, plan } = checkout;
  const price = await prices.priceOf(plan);
  const metadata = { checkout_id: checkoutId };
  const session = await stripe.checkout.sessions.create(
    {
      mode: "subscription",
      customer: customerId,
      client_reference_id: checkoutId,
      metadata,
      subscription_data: { metadata },
      line_items: [{ price, quantity: 1 }],
      // Payers in other countries would otherwise be billed in another currency than the plan's.
      adaptive_pricing: { enabled: false },
      expires_at: Math.floor(checkout.expiresAt.getTime() / 1000),
      success_url: checkout.successUrl,
      cancel_url: checkout.cancelUrl,
    },
    { idempotencyKey: `subscription-${checkoutId}-${customerId}` },
  );
  return { sessionId: session.id, url: session.url };
}

async function readSubscription(
  { stripe, prices }: Provider,
  subscriptionId: string,
): Promise<ProviderSubscription | null> {
  const subscription = await findSubscription(stripe, subscriptionId);
  const item = subscription?.items.data[0];
  if (subscription === undefined || item === undefined) return null;
  const { customer, cancel_at: cancelsAtSeconds, latest_invoice: newest } = subscription;
  return {
    subscriptionId: subscription.id,
    customerId: typeof customer === "string" ? customer : customer.id,
    checkoutId: subscription.metadata["checkout_id"] ?? null,
    status: subscription.status,
    plan: await prices.planOf(item.price),
    periodStartsAt: dateOf(item.current_period_start),
    periodEndsAt: dateOf(item.current_period_end),
    cancelsAtPeriodEnd:
      subscription.cancel_at_period_end ||
      (cancelsAtSeconds !== null && cancelsAtSeconds <= item.current_period_end),
    isNewestInvoiceVoid: typeof newest === "object" && newest?.status === "void",
  };
}

async function findSubscription(
  stripe: Stripe,
  subscriptionId: string,
): Promise<Stripe.Subscription | undefined> {
  // Any other text is no id of the provider, and could address another resource as part of the URL.
  if (!/^sub_\w{1,250}$/.test(subscriptionId)) return undefined;
  try {
    return await stripe.subscriptions.retrieve(subscriptionId, { expand: ["latest_invoice"] });
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function listPlanInvoices(provider: Provider, subscription: string): Promise<PlanInvoice[]> {
  const { data } = await provider.stripe.invoices.list({
    subscription,
    status: "paid",
    limit: maximumInvoices,
  });
  // The provider lists the newest first; reversed, the sort keeps the later of two in the same second last.
  const invoices = await Promise.all(
    data.toReversed().map((invoice) => describeInvoice(provider, invoice)),
  );
  return invoices
    .filter((invoice) => invoice !== null)
    .toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime());
}

async function describeInvoice(
  { prices }: Provider,
  invoice: Stripe.Invoice,
): Promise<PlanInvoice | null> {
  const beginsPeriod =
    invoice.billing_reason === "subscription_create" ||
    invoice.billing_reason === "subscription_cycle";
  // The unused time of the former plan is a negative line on the same invoice.
  const line = invoice.lines.data.find(
    (candidate) => candidate.amount >= 0 && isProration(candidate) !== beginsPeriod,
  );
  const price = line?.pricing?.price_details?.price;
  const plan = price === undefined ? null : await prices.planOf(price);
  if (line === undefined || plan === null || invoice.currency !== "usd") return null;
  return {
    invoiceId: invoice.id,
    plan,
    beginsPeriod,
    amountCents: invoice.amount_paid,
    startsAt: dateOf(line.period.start),
    endsAt: dateOf(line.period.end),
    paidAt: dateOf(invoice.status_transitions.paid_at ?? invoice.created),
  };
}

function isProration({ parent }: Stripe.InvoiceLineItem): boolean {
  const details = parent?.subscription_item_details ?? parent?.invoice_item_details;
  return details?.proration ?? false;
}

async function changePlan(
  { stripe, prices }: Provider,
  change: PlanChange,
): Promise<"changed" | "declined"> {
  const { subscriptionId, from, to, takesEffect, idempotencyKey } = change;
  const item = (await findSubscription(stripe, subscriptionId))?.items.data[0];
  if (item === undefined) {
    throw new PaymentError("rejected", `There is no subscription ${subscriptionId} to change.`);
  }
  const [former, next] = await Promise.all([prices.priceOf(from), prices.priceOf(to)]);
  const setPrice = (price: string, settlement: Stripe.SubscriptionUpdateParams, key: string) =>
    stripe.subscriptions.update(
      subscriptionId,
      { items: [{ id: item.id, price }], ...settlement },
      { idempotencyKey: `${idempotencyKey}-${key}` },
    );
  if (takesEffect === "next_period") {
    await setPrice(next, { proration_behavior: "none" }, "later");
    return "changed";
  }
  const billedPlan = await prices.planOf(item.price);
  const hasChanged = billedPlan !== from && billedPlan !== to;
  // An upgrade was billed when it was chosen: changing from `from` would bill that difference again.
  if (hasChanged && billedPlan !== null && !isDowngrade(from, billedPlan)) {
    throw new PaymentError("unavailable", `Subscription ${subscriptionId} was changed meanwhile.`);
  }
  // After a downgrade for the next month the provider would credit the smaller plan instead of the paid one.
  if (hasChanged) await setPrice(former, { proration_behavior: "none" }, "back");
  try {
    await setPrice(
      next,
      { proration_behavior: "always_invoice", payment_behavior: "error_if_incomplete" },
      "now",
    );
    return "changed";
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeCardError)) throw error;
    if (hasChanged) await setPrice(item.price.id, { proration_behavior: "none" }, "again");
    return "declined";
  }
}

async function previewUpgrade(
  { stripe, prices }: Provider,
  { subscriptionId, from, to }: Pick<PlanChange, "subscriptionId" | "from" | "to">,
): Promise<number> {
  const item = (await findSubscription(stripe, subscriptionId))?.items.data[0];
  if (item === undefined) {
    throw new PaymentError("rejected", `There is no subscription ${subscriptionId} to change.`);
  }
  const linesTo = async (price: string) => {
    const { lines } = await stripe.invoices.createPreview({
      subscription: subscriptionId,
      subscription_details: {
        items: [{ id: item.id, price }],
        proration_behavior: "always_invoice",
      },
    });
    return lines.data.filter(isProration).map(({ amount }) => amount);
  };
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  const [former, next] = await Promise.all([prices.priceOf(from), prices.priceOf(to)]);
  const toNext = await linesTo(next);
  if (item.price.id === former) return sum(toNext);
  // After a downgrade for the next month the provider would credit the smaller plan instead of the paid one.
  const toFormer = await linesTo(former);
  const restOf = (amounts: readonly number[]) => sum(amounts.filter((amount) => amount > 0));
  return restOf(toNext) - restOf(toFormer);
}

async function cancelSubscription(stripe: Stripe, subscriptionId: string): Promise<void> {
  try {
    await stripe.subscriptions.cancel(subscriptionId);
  } catch (error) {
    // The provider answers the same for an ended subscription as for an unknown one.
    if (!isMissing(error)) throw error;
  }
  // The provider stops charging for them, but their pages could still be paid.
  await voidUnpaidInvoices(stripe, subscriptionId);
}

async function voidUnpaidInvoices(stripe: Stripe, subscription: string): Promise<void> {
  // In this order, since a draft becomes an open invoice by itself.
  for (const status of ["draft", "open"] as const) {
    const { data } = await stripe.invoices.list({ subscription, status, limit: maximumInvoices });
    for (const { id } of data) await voidInvoice(stripe, id, status);
  }
}

async function voidInvoice(stripe: Stripe, id: string, status: "draft" | "open"): Promise<void> {
  try {
    // The provider neither voids nor deletes drafts of subscriptions.
    if (status === "draft") await stripe.invoices.finalizeInvoice(id, { auto_advance: false });
    await stripe.invoices.voidInvoice(id);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    const invoice = await stripe.invoices.retrieve(id);
    if (invoice.status === "draft" || invoice.status === "open") throw error;
  }
}

async function openSettlement(
  stripe: Stripe,
  open: { subscriptionId: string; customerId: string; returnUrl: string },
): Promise<string | null> {
  const { subscriptionId: subscription, customerId: customer, returnUrl } = open;
  const { data } = await stripe.invoices.list({ subscription, status: "open", limit: 1 });
  const invoiceUrl = data[0]?.hosted_invoice_url ?? null;
  if (invoiceUrl !== null) return invoiceUrl;
  const session = await stripe.billingPortal.sessions.create({
    customer,
    return_url: returnUrl,
    flow_data: {
      type: "payment_method_update",
      after_completion: { type: "redirect", redirect: { return_url: returnUrl } },
    },
  });
  return session.url;
}

function dateOf(seconds: number): Date {
  return new Date(seconds * 1000);
}
