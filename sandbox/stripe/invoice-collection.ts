/** Collecting what an invoice asks: attempts on the card, when they are repeated, and what follows when none succeeded. */
import type { CardAnswer } from "./cards.ts";
import { change } from "./changes.ts";
import { recordEvent } from "./events.ts";
import { makeIdentifier } from "./identifiers.ts";
import { askBankAgainAfter, type RetryRules, readRetryRules } from "./retry-rules.ts";
import { attemptPayment, createPaymentIntent } from "./payments.ts";
import type {
  BillingReason,
  Invoice,
  InvoicePayment,
  PaymentIntent,
  PaymentMethod,
  Subscription,
} from "./resources.ts";
import { findObject, insertObject, listObjects } from "./resource-store.ts";
import { currentSubscription, endSubscription, updateSubscription } from "./subscription-status.ts";
import { nowSeconds, type World } from "./world.ts";

const intentDescriptions: Record<BillingReason, string> = {
  subscription_create: "Subscription creation",
  subscription_cycle: "Subscription update",
  subscription_update: "Subscription update",
};

/** The subscription that an invoice bills, as it is now. */
export function subscriptionOfInvoice(world: World, invoice: Invoice): Subscription {
  return currentSubscription(world, invoice.parent.subscription_details.subscription);
}

function findPayment(world: World, invoice: Invoice): InvoicePayment | undefined {
  const { objects } = listObjects<InvoicePayment>(
    world.database,
    "invoice_payment",
    [{ field: "invoice", operator: "in", values: [invoice.id] }],
    { limit: 1 },
  );
  return objects[0];
}

function buildPayment(world: World, invoice: Invoice, intent: PaymentIntent): InvoicePayment {
  return {
    id: makeIdentifier("inpay"),
    object: "invoice_payment",
    amount_paid: null,
    amount_requested: intent.amount,
    created: nowSeconds(world),
    currency: intent.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: "payment_intent" },
    status: "open",
    status_transitions: { canceled_at: null, paid_at: null },
  };
}

/** The intent of the invoice's earlier attempts, one that an earlier refused card left behind, or a new one. */
function chooseIntent(
  world: World,
  invoice: Invoice,
  payment: InvoicePayment | undefined,
  started: PaymentIntent | undefined,
): PaymentIntent {
  const tried =
    payment === undefined
      ? undefined
      : findObject<PaymentIntent>(world.database, payment.payment.payment_intent, "payment_intent");
  if (tried !== undefined) return tried;
  const description = intentDescriptions[invoice.billing_reason];
  if (started?.amount === invoice.amount_due) {
    return change(world, started, { customer: invoice.customer, description }).object;
  }
  return createPaymentIntent(world, {
    amountCents: invoice.amount_due,
    currency: invoice.currency,
    customer: invoice.customer,
    description,
    metadata: {},
    receiptEmail: null,
  });
}

function markPaid(world: World, invoice: Invoice): Invoice {
  const { object } = change(
    world,
    invoice,
    {
      amount_paid: invoice.amount_due,
      amount_remaining: 0,
      attempt_count: invoice.attempt_count + (invoice.amount_due === 0 ? 0 : 1),
      attempted: true,
      auto_advance: false,
      next_payment_attempt: null,
      status: "paid",
      status_transitions: { ...invoice.status_transitions, paid_at: nowSeconds(world) },
    },
    { dueAt: null },
  );
  recordEvent(world, "invoice.paid", object);
  recordEvent(world, "invoice.payment_succeeded", object);
  const subscription = subscriptionOfInvoice(world, invoice);
  const isOverdue = subscription.status === "past_due" || subscription.status === "unpaid";
  if (isOverdue && subscription.latest_invoice === invoice.id) {
    updateSubscription(world, subscription, { status: "active" });
  }
  return object;
}

/** What the subscription becomes when its invoice was not paid. */
function fallBehind(world: World, invoice: Invoice, rules: RetryRules, isLastAttempt: boolean) {
  const subscription = subscriptionOfInvoice(world, invoice);
  const { status } = subscription;
  if (isLastAttempt && rules.afterwards === "canceled" && status !== "canceled") {
    endSubscription(world, subscription, "payment_failed");
  } else if (isLastAttempt && rules.afterwards === "unpaid" && status !== "canceled") {
    updateSubscription(world, subscription, { status: "unpaid" });
  } else if (status === "active" || status === "trialing") {
    updateSubscription(world, subscription, { status: "past_due" });
  }
}

function recordFailure(world: World, invoice: Invoice): Invoice {
  const rules = readRetryRules(world.database);
  const attempts = invoice.attempt_count + 1;
  const waitSeconds = askBankAgainAfter(rules, attempts);
  const nextAttempt = waitSeconds === undefined ? null : nowSeconds(world) + waitSeconds;
  const { object } = change(
    world,
    invoice,
    {
      attempt_count: attempts,
      attempted: true,
      auto_advance: nextAttempt !== null,
      next_payment_attempt: nextAttempt,
    },
    { dueAt: nextAttempt },
  );
  recordEvent(world, "invoice.payment_failed", object);
  fallBehind(world, object, rules, nextAttempt === null);
  return object;
}

/**
 * Charges an open invoice to the method. Paid, it makes an overdue subscription active again; refused, the subscription
 * is past due, and the card is asked again by the retry rules, or the subscription ends by them.
 */
export function collectInvoice(
  world: World,
  invoice: Invoice,
  method: PaymentMethod,
  options: { isOffSession: boolean; startedIntent?: PaymentIntent | undefined },
): { invoice: Invoice; answer: CardAnswer } {
  if (invoice.amount_due === 0)
    return { invoice: markPaid(world, invoice), answer: { approved: true } };
  const known = findPayment(world, invoice);
  const intent = chooseIntent(world, invoice, known, options.startedIntent);
  const attempt = attemptPayment(world, intent, method, options);
  const payment = known ?? buildPayment(world, invoice, intent);
  if (known === undefined) insertObject(world.database, payment);
  if (!attempt.answer.approved) {
    return { invoice: recordFailure(world, invoice), answer: attempt.answer };
  }
  const paid = change(world, payment, {
    amount_paid: intent.amount,
    status: "paid",
    status_transitions: { canceled_at: null, paid_at: nowSeconds(world) },
  });
  recordEvent(world, "invoice_payment.paid", paid.object);
  return { invoice: markPaid(world, invoice), answer: attempt.answer };
}

/** The time has come to ask the card of an open invoice again. */
export function retryInvoice(world: World, invoice: Invoice) {
  const subscription = subscriptionOfInvoice(world, invoice);
  const method = findObject<PaymentMethod>(
    world.database,
    subscription.default_payment_method,
    "payment_method",
  );
  if (invoice.status === "open" && subscription.status !== "canceled" && method !== undefined) {
    collectInvoice(world, invoice, method, { isOffSession: true });
    return;
  }
  change(world, invoice, { auto_advance: false, next_payment_attempt: null }, { dueAt: null });
}
