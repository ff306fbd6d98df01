/** Paying a checkout session with a card: what the hosted page does when its form is sent. */
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
import { findObject, updateObject } from "./resource-store.ts";
import { startSubscription } from "./start-subscription.ts";
import { nowSeconds, type World } from "./world.ts";

/** How long a bank takes that does not decide at once. */
const bankDelaySeconds = 3 * 24 * 60 * 60;

/** Who pays, as typed into the form. */
export interface Payer {
  email: string;
  name: string;
}

/** What came of it: the session as it is now, and the sentence for the payer when the card was refused. */
export interface CheckoutResult {
  session: CheckoutSession;
  declineMessage: string | null;
}

function startedIntent(
  world: World,
  session: CheckoutSession,
  plan: CheckoutPlan,
  customer: string | null,
): PaymentIntent {
  const started =
    plan.startedPaymentIntent === null
      ? undefined
      : findObject<PaymentIntent>(world.database, plan.startedPaymentIntent, "payment_intent");
  if (started !== undefined) return change(world, started, { customer }).object;
  return createPaymentIntent(world, {
    amountCents: session.amount_total,
    currency: session.currency,
    customer,
    description: plan.paymentDescription,
    metadata: plan.paymentMetadata,
    receiptEmail: plan.receiptEmail,
  });
}

/** Records a refused card: the intent stays with the session for the next attempt. */
function refuse(
  world: World,
  session: CheckoutSession,
  plan: CheckoutPlan,
  method: PaymentMethod,
): CheckoutResult {
  const intent = startedIntent(world, session, plan, session.customer);
  const { answer } = attemptPayment(world, intent, method);
  updateObject(world.database, session, {
    internal: { ...plan, startedPaymentIntent: intent.id },
  });
  return { session, declineMessage: answer.approved ? null : answer.message };
}

function chooseCustomer(world: World, session: CheckoutSession, payer: Payer): Customer | null {
  if (session.customer !== null) return requireCustomer(world, session.customer, "customer");
  return session.mode === "subscription" || session.customer_creation === "always"
    ? createCustomer(world, payer)
    : null;
}

function takePayment(
  world: World,
  session: CheckoutSession,
  plan: CheckoutPlan,
  card: Card,
  payer: Payer,
): Partial<CheckoutSession> {
  const customer = chooseCustomer(world, session, payer);
  const method = createPaymentMethod(world, card, { ...payer, customer: customer?.id ?? null });
  if (session.mode === "payment" || customer === null) {
    const intent = startedIntent(world, session, plan, customer?.id ?? null);
    attemptPayment(world, intent, method);
    return { customer: customer?.id ?? null, payment_intent: intent.id };
  }
  recordEvent(world, "payment_method.attached", method);
  const { subscription, invoice } = startSubscription(world, {
    customer,
    method,
    lineItems: plan.lineItems,
    description: plan.subscriptionDescription,
    metadata: plan.subscriptionMetadata,
    startedIntent:
      plan.startedPaymentIntent === null
        ? undefined
        : findObject<PaymentIntent>(world.database, plan.startedPaymentIntent, "payment_intent"),
  });
  return { customer: customer.id, invoice: invoice.id, subscription: subscription.id };
}

/**
 * Pays an open session with a well-formed card. Must run in the transaction that found the session open, so that it is
 * paid once. `attempt` names the rendering of the form, so that a double click can be told from a second visit.
 */
export function payCheckout(
  world: World,
  session: CheckoutSession,
  details: { card: Card; payer: Payer; attempt: string },
): CheckoutResult {
  const plan = planOfSession(world, session.id);
  const { answer } = details.card;
  if (session.mode === "subscription" && answer.approved && answer.delayed !== undefined) {
    return { session, declineMessage: "A subscription takes cards that pay at once only." };
  }
  if (!answer.approved) {
    const method = createPaymentMethod(world, details.card, {
      ...details.payer,
      customer: session.customer,
    });
    return refuse(world, session, plan, method);
  }
  const delayedOutcome = answer.delayed;
  const outcome = takePayment(world, session, plan, details.card, details.payer);
  const { object } = change(
    world,
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
      dueAt: delayedOutcome === undefined ? null : nowSeconds(world) + bankDelaySeconds,
    },
  );
  recordEvent(world, "checkout.session.completed", object);
  return { session: object, declineMessage: null };
}

/** The bank decides on a completed session that it left unpaid: as its card has it, unless told otherwise. */
export function settleDelayedCheckout(
  world: World,
  session: CheckoutSession,
  told?: "succeeded" | "failed",
): CheckoutSession {
  const plan = planOfSession(world, session.id);
  const intent = findObject<PaymentIntent>(
    world.database,
    session.payment_intent ?? "",
    "payment_intent",
  );
  if (plan.delayedOutcome === undefined || intent?.status !== "processing") {
    throw new ApiError(`The payment of the Checkout Session ${session.id} waits for no bank.`);
  }
  const outcome = told ?? plan.delayedOutcome;
  settlePayment(world, intent, outcome);
  const { object } = change(
    world,
    session,
    { payment_status: outcome === "succeeded" ? "paid" : "unpaid" },
    { dueAt: null },
  );
  recordEvent(world, `checkout.session.async_payment_${outcome}`, object);
  return object;
}
