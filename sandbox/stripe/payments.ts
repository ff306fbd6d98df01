/** Payment intents: money asked for, and what came of asking. */
import type { CardAnswer, CardRefusal } from "./cards.ts";
import { change } from "./changes.ts";
import { createCharge, delayedRefusal, settleCharge } from "./charges.ts";
import { type Endpoint, listEndpoint, retrieveEndpoint } from "./endpoint.ts";
import { recordEvent } from "./events.ts";
import { makeIdentifier, randomText } from "./identifiers.ts";
import { optional, text } from "./parameters.ts";
import { askBank, requirePaymentMethod } from "./payment-methods.ts";
import type { Charge, PaymentIntent, PaymentMethod } from "./resources.ts";
import { findObject, insertObject } from "./resource-store.ts";
import { nowSeconds, type World } from "./world.ts";

/** Makes a payment intent that waits for a card. */
export function createPaymentIntent(
  world: World,
  details: {
    amountCents: number;
    currency: string;
    customer: string | null;
    description: string | null;
    metadata: Record<string, string>;
    receiptEmail: string | null;
  },
): PaymentIntent {
  const id = makeIdentifier("pi");
  const intent: PaymentIntent = {
    id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount: details.amountCents,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic_async",
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: "automatic",
    created: nowSeconds(world),
    currency: details.currency,
    customer: details.customer,
    customer_account: null,
    description: details.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: details.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: "automatic" } },
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: details.receiptEmail,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "requires_payment_method",
    transfer_data: null,
    transfer_group: null,
  };
  insertObject(world.database, intent);
  recordEvent(world, "payment_intent.created", intent);
  return intent;
}

function recordRefusal(
  world: World,
  intent: PaymentIntent,
  charge: Charge,
  details: { method: PaymentMethod; refusal: CardRefusal },
): PaymentIntent {
  const { method, refusal } = details;
  const { object } = change(world, intent, {
    last_payment_error: {
      charge: charge.id,
      code: refusal.code,
      decline_code: refusal.declineCode,
      message: refusal.message,
      payment_method: method,
      type: "card_error",
    },
    latest_charge: charge.id,
    payment_method: null,
    status: "requires_payment_method",
  });
  recordEvent(world, "payment_intent.payment_failed", object);
  return object;
}

/**
 * Charges the payment method for the intent; both are recorded whether the bank approves or refuses. A bank that takes
 * days leaves the intent processing.
 */
export function attemptPayment(
  world: World,
  intent: PaymentIntent,
  method: PaymentMethod,
  { isOffSession = false } = {},
): { intent: PaymentIntent; answer: CardAnswer } {
  const answer = askBank(world, method, isOffSession);
  const charge = createCharge(world, intent, method, answer);
  if (!answer.approved) {
    return { intent: recordRefusal(world, intent, charge, { method, refusal: answer }), answer };
  }
  const isPaid = answer.delayed === undefined;
  const { object } = change(world, intent, {
    amount_received: isPaid ? intent.amount : 0,
    last_payment_error: null,
    latest_charge: charge.id,
    payment_method: method.id,
    status: isPaid ? "succeeded" : "processing",
  });
  recordEvent(world, isPaid ? "payment_intent.succeeded" : "payment_intent.processing", object);
  return { intent: object, answer };
}

/** The bank has decided on an intent that was processing. */
export function settlePayment(
  world: World,
  intent: PaymentIntent,
  outcome: "succeeded" | "failed",
) {
  const kept = findObject<Charge>(world.database, intent.latest_charge ?? "", "charge") as Charge;
  const charge = settleCharge(world, kept, outcome);
  if (outcome === "failed") {
    const method = requirePaymentMethod(world, charge.payment_method ?? "", "payment_method");
    recordRefusal(world, intent, charge, { method, refusal: delayedRefusal });
    return;
  }
  const { object } = change(world, intent, {
    amount_received: intent.amount,
    status: "succeeded",
  });
  recordEvent(world, "payment_intent.succeeded", object);
}

/** Retrieve, and list (filter `customer`). */
export const paymentIntentEndpoints: Endpoint[] = [
  retrieveEndpoint<PaymentIntent>({
    path: "/v1/payment_intents",
    kind: "payment_intent",
    noun: "payment_intent",
  }),
  listEndpoint<PaymentIntent>({
    path: "/v1/payment_intents",
    kind: "payment_intent",
    noun: "payment_intent",
    filters: { customer: { reader: optional(text(255)), field: "customer" } },
  }),
];
