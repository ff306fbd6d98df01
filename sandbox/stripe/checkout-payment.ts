/** Paying a checkout session with a card: the submission of the hosted page. */
import { ApiError } from "./api-error.ts";
import type { Card } from "./cards.ts";
import { change } from "./changes.ts";
import { planOfSession } from "./checkout-sessions.ts";
import { customerDetails } from "./checkout-shape.ts";
import { createCustomer, requireCustomer } from "./customers.ts";
import { recordEvent } from "./events.ts";
import { createPaymentMethod } from "./payment-methods.ts";
import { attemptPayment, createPaymentIntent, settlePayment } from "./payments.ts";
import type {
  CheckoutPlan,
  CheckoutSession,
  Customer,
  PaymentIntent,
  PaymentMethod,
} from "./resources.ts";
import { findObject, updateObject } from "./resource-queries.ts";
import { startSubscription } from "./start-subscription.ts";
import { nowSeconds, type SandboxState } from "./sandbox-state.ts";

/** The time that a delayed bank decision takes. */
const bankDelaySeconds = 3 * 24 * 60 * 60;

/** Who pays, as typed into the form. */
export interface Payer {
  email: string;
  name: string;
}

/** The resulting session, and the message for the payer when the card was declined. */
export interface CheckoutResult {
  session: CheckoutSession;
  declineMessage: string | null;
}

function startedIntent(
  sandbox: SandboxState,
  session: CheckoutSession,
  plan: CheckoutPlan,
  customer: string | null,
): PaymentIntent {
  const started =
    plan.startedPaymentIntent === null
      ? undefined
      : findObject<PaymentIntent>(sandbox.database, plan.startedPaymentIntent, "payment_intent");
  if (started !== undefined) return change(sandbox, started, { customer }).object;
  return createPaymentIntent(sandbox, {
    amountCents: session.amount_total,
    currency: session.currency,
    customer,
    description: plan.paymentDescription,
    metadata: plan.paymentMetadata,
    receiptEmail: plan.receiptEmail,
  });
}

/** Records a declined card; the session keeps its intent for the next attempt. */
function recordDeclinedAttempt(
  sandbox: SandboxState,
  session: CheckoutSession,
  plan: CheckoutPlan,
  method: PaymentMethod,
): CheckoutResult {
  const intent = startedIntent(sandbox, session, plan, session.customer);
  const { answer } = attemptPayment(sandbox, intent, method);
  updateObject(sandbox.database, session, {
    internal: { ...plan, startedPaymentIntent: intent.id },
  });
  return { session, declineMessage: answer.approved ? null : answer.message };
}

function chooseCustomer(
  sandbox: SandboxState,
  session: CheckoutSession,
  payer: Payer,
): Customer | null {
  if (session.customer !== null) return requireCustomer(sandbox, session.customer, "customer");
  return session.mode === "subscription" || session.customer_creation === "always"
    ? createCustomer(sandbox, payer)
    : null;
}

function takePayment(
  sandbox: SandboxState,
  session: CheckoutSession,
  plan: CheckoutPlan,
  card: Card,
  payer: Payer,
): Partial<CheckoutSession> {
  const customer = chooseCustomer(sandbox, session, payer);
  const method = createPaymentMethod(sandbox, card, { ...payer, customer: customer?.id ?? null });
  if (session.mode === "payment" || customer === null) {
    const intent = startedIntent(sandbox, session, plan, customer?.id ?? null);
    attemptPayment(sandbox, intent, method);
    return { customer: customer?.id ?? null, payment_intent: intent.id };
  }
  recordEvent(sandbox, "payment_method.attached", method);
  const { subscription, invoice } = startSubscription(sandbox, {
    customer,
    method,
    lineItems: plan.lineItems,
    description: plan.subscriptionDescription,
    metadata: plan.subscriptionMetadata,
    startedIntent:
      plan.startedPaymentIntent === null
        ? undefined
        : findObject<PaymentIntent>(sandbox.database, plan.startedPaymentIntent, "payment_intent"),
  });
  return { customer: customer.id, invoice: invoice.id, subscription: subscription.id };
}

/**
 * Pays an open session with a well-formed card. Must run in the transaction that found the session open, so that it is
 * paid once. `attempt` names the rendering of the form, to distinguish a double click from a second visit.
 */
export function payCheckout(
  sandbox: SandboxState,
  session: CheckoutSession,
  details: { card: Card; payer: Payer; attempt: string },
): CheckoutResult {
  const plan = planOfSession(sandbox, session.id);
  const { answer } = details.card;
  if (session.mode === "subscription" && answer.approved && answer.delayed !== undefined) {
    return { session, declineMessage: "A subscription takes cards that pay at once only." };
  }
  if (!answer.approved) {
    const method = createPaymentMethod(sandbox, details.card, {
      ...details.payer,
      customer: session.customer,
    });
    return recordDeclinedAttempt(sandbox, session, plan, method);
  }
  const delayedOutcome = answer.delayed;
  const outcome = takePayment(sandbox, session, plan, details.card, details.payer);
  const { object } = change(
    sandbox,
    session,
    {
      ...outcome,
      customer_details: customerDetails(details.payer),
      payment_status: delayedOutcome === undefined ? "paid" : "unpaid",
      status: "complete",
      url: null,
    },
    {
      internal: { ...plan, paidByAttempt: details.attempt, delayedOutcome },
      dueAt: delayedOutcome === undefined ? null : nowSeconds(sandbox) + bankDelaySeconds,
    },
  );
  recordEvent(sandbox, "checkout.session.completed", object);
  return { session: object, declineMessage: null };
}

/** Applies the bank's delayed decision on a completed session: `decision`, or that of its card. */
export function settleDelayedCheckout(
  sandbox: SandboxState,
  session: CheckoutSession,
  decision?: "succeeded" | "failed",
): CheckoutSession {
  const plan = planOfSession(sandbox, session.id);
  const intent = findObject<PaymentIntent>(
    sandbox.database,
    session.payment_intent ?? "",
    "payment_intent",
  );
  if (plan.delayedOutcome === undefined || intent?.status !== "processing") {
    throw new ApiError(`The payment of the Checkout Session ${session.id} waits for no bank.`);
  }
  const outcome = decision ?? plan.delayedOutcome;
  settlePayment(sandbox, intent, outcome);
  const { object } = change(
    sandbox,
    session,
    { payment_status: outcome === "succeeded" ? "paid" : "unpaid" },
    { dueAt: null },
  );
  recordEvent(sandbox, `checkout.session.async_payment_${outcome}`, object);
  return object;
}
