/** Collecting an invoice: attempts on the card, their retries, and the result when none succeeds. */
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
import { findObject, insertObject, listObjects } from "./resource-queries.ts";
import { currentSubscription, endSubscription, updateSubscription } from "./subscription-status.ts";
import { nowSeconds, type SandboxState } from "./sandbox-state.ts";

const intentDescriptions: Record<BillingReason, string> = {
  subscription_create: "Subscription creation",
  subscription_cycle: "Subscription update",
  subscription_update: "Subscription update",
};

/** The current subscription of an invoice. */
export function subscriptionOfInvoice(sandbox: SandboxState, invoice: Invoice): Subscription {
  return currentSubscription(sandbox, invoice.parent.subscription_details.subscription);
}

function findPayment(sandbox: SandboxState, invoice: Invoice): InvoicePayment | undefined {
  const { objects } = listObjects<InvoicePayment>(
    sandbox.database,
    "invoice_payment",
    [{ field: "invoice", operator: "in", values: [invoice.id] }],
    { limit: 1 },
  );
  return objects[0];
}

function buildPayment(
  sandbox: SandboxState,
  invoice: Invoice,
  intent: PaymentIntent,
): InvoicePayment {
  return {
    id: makeIdentifier("inpay"),
    object: "invoice_payment",
    amount_paid: null,
    amount_requested: intent.amount,
    created: nowSeconds(sandbox),
    currency: intent.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: "payment_intent" },
    status: "open",
    status_transitions: { canceled_at: null, paid_at: null },
  };
}

/** The intent of the invoice's earlier attempts, one left from an earlier declined card, or a new one. */
function chooseIntent(
  sandbox: SandboxState,
  invoice: Invoice,
  payment: InvoicePayment | undefined,
  started: PaymentIntent | undefined,
): PaymentIntent {
  const tried =
    payment === undefined
      ? undefined
      : findObject<PaymentIntent>(
          sandbox.database,
          payment.payment.payment_intent,
          "payment_intent",
        );
  if (tried !== undefined) return tried;
  const description = intentDescriptions[invoice.billing_reason];
  if (started?.amount === invoice.amount_due) {
    return change(sandbox, started, { customer: invoice.customer, description }).object;
  }
  return createPaymentIntent(sandbox, {
    amountCents: invoice.amount_due,
    currency: invoice.currency,
    customer: invoice.customer,
    description,
    metadata: {},
    receiptEmail: null,
  });
}

function markPaid(sandbox: SandboxState, invoice: Invoice): Invoice {
  const { object } = change(
    sandbox,
    invoice,
    {
      amount_paid: invoice.amount_due,
      amount_remaining: 0,
      attempt_count: invoice.attempt_count + (invoice.amount_due === 0 ? 0 : 1),
      attempted: true,
      auto_advance: false,
      next_payment_attempt: null,
      status: "paid",
      status_transitions: { ...invoice.status_transitions, paid_at: nowSeconds(sandbox) },
    },
    { dueAt: null },
  );
  recordEvent(sandbox, "invoice.paid", object);
  recordEvent(sandbox, "invoice.payment_succeeded", object);
  const subscription = subscriptionOfInvoice(sandbox, invoice);
  const isOverdue = subscription.status === "past_due" || subscription.status === "unpaid";
  if (isOverdue && subscription.latest_invoice === invoice.id) {
    updateSubscription(sandbox, subscription, { status: "active" });
  }
  return object;
}

/** The subscription's fields after its invoice was not paid. */
function fallBehind(
  sandbox: SandboxState,
  invoice: Invoice,
  rules: RetryRules,
  isLastAttempt: boolean,
) {
  const subscription = subscriptionOfInvoice(sandbox, invoice);
  const { status } = subscription;
  if (isLastAttempt && rules.afterwards === "canceled" && status !== "canceled") {
    endSubscription(sandbox, subscription, "payment_failed");
  } else if (isLastAttempt && rules.afterwards === "unpaid" && status !== "canceled") {
    updateSubscription(sandbox, subscription, { status: "unpaid" });
  } else if (status === "active" || status === "trialing") {
    updateSubscription(sandbox, subscription, { status: "past_due" });
  }
}

function recordFailure(sandbox: SandboxState, invoice: Invoice): Invoice {
  const rules = readRetryRules(sandbox.database);
  const attempts = invoice.attempt_count + 1;
  const waitSeconds = askBankAgainAfter(rules, attempts);
  const nextAttempt = waitSeconds === undefined ? null : nowSeconds(sandbox) + waitSeconds;
  const { object } = change(
    sandbox,
    invoice,
    {
      attempt_count: attempts,
      attempted: true,
      auto_advance: nextAttempt !== null,
      next_payment_attempt: nextAttempt,
    },
    { dueAt: nextAttempt },
  );
  recordEvent(sandbox, "invoice.payment_failed", object);
  fallBehind(sandbox, object, rules, nextAttempt === null);
  return object;
}

/**
 * Charges an open invoice to the method. Paid, it makes an overdue subscription active again; declined, the subscription
 * is past due, and the card is charged again by the retry rules, or the subscription ends by them.
 */
export function collectInvoice(
  sandbox: SandboxState,
  invoice: Invoice,
  method: PaymentMethod,
  options: { isOffSession: boolean; startedIntent?: PaymentIntent | undefined },
): { invoice: Invoice; answer: CardAnswer } {
  if (invoice.amount_due === 0)
    return { invoice: markPaid(sandbox, invoice), answer: { approved: true } };
  const known = findPayment(sandbox, invoice);
  const intent = chooseIntent(sandbox, invoice, known, options.startedIntent);
  const attempt = attemptPayment(sandbox, intent, method, options);
  const payment = known ?? buildPayment(sandbox, invoice, intent);
  if (known === undefined) insertObject(sandbox.database, payment);
  if (!attempt.answer.approved) {
    return { invoice: recordFailure(sandbox, invoice), answer: attempt.answer };
  }
  const paid = change(sandbox, payment, {
    amount_paid: intent.amount,
    status: "paid",
    status_transitions: { canceled_at: null, paid_at: nowSeconds(sandbox) },
  });
  recordEvent(sandbox, "invoice_payment.paid", paid.object);
  return { invoice: markPaid(sandbox, invoice), answer: attempt.answer };
}

/** Charges the card of an open invoice again when its retry is due. */
export function retryInvoice(sandbox: SandboxState, invoice: Invoice) {
  const subscription = subscriptionOfInvoice(sandbox, invoice);
  const method = findObject<PaymentMethod>(
    sandbox.database,
    subscription.default_payment_method,
    "payment_method",
  );
  if (invoice.status === "open" && subscription.status !== "canceled" && method !== undefined) {
    collectInvoice(sandbox, invoice, method, { isOffSession: true });
    return;
  }
  change(sandbox, invoice, { auto_advance: false, next_payment_attempt: null }, { dueAt: null });
}
