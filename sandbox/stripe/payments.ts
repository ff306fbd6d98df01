/** Payment intents. */
import type { CardAnswer, CardDecline } from "./cards.ts";
import { change } from "./changes.ts";
import { createCharge, delayedDecline, settleCharge } from "./charges.ts";
import { type Endpoint, listEndpoint, retrieveEndpoint } from "./endpoint.ts";
import { recordEvent } from "./events.ts";
import { makeIdentifier, randomText } from "./identifiers.ts";
import { optional, text } from "./parameters.ts";
import { askBank, requirePaymentMethod } from "./payment-methods.ts";
import type { Charge, PaymentIntent, PaymentMethod } from "./resources.ts";
import { findObject, insertObject } from "./resource-queries.ts";
import { nowSeconds, type SandboxState } from "./sandbox-state.ts";

/** Creates a payment intent that needs a card. */
export function createPaymentIntent(
  sandbox: SandboxState,
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
    created: nowSeconds(sandbox),
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
  insertObject(sandbox.database, intent);
  recordEvent(sandbox, "payment_intent.created", intent);
  return intent;
}

function recordDecline(
  sandbox: SandboxState,
  intent: PaymentIntent,
  charge: Charge,
  details: { method: PaymentMethod; decline: CardDecline },
): PaymentIntent {
  const { method, decline } = details;
  const { object } = change(sandbox, intent, {
    last_payment_error: {
      charge: charge.id,
      code: decline.code,
      decline_code: decline.declineCode,
      message: decline.message,
      payment_method: method,
      type: "card_error",
    },
    latest_charge: charge.id,
    payment_method: null,
    status: "requires_payment_method",
  });
  recordEvent(sandbox, "payment_intent.payment_failed", object);
  return object;
}

/**
 * Charges the payment method for the intent; both are recorded whether the bank approves or declines. A bank that takes
 * days leaves the intent processing.
 */
export function attemptPayment(
  sandbox: SandboxState,
  intent: PaymentIntent,
  method: PaymentMethod,
  { isOffSession = false } = {},
): { intent: PaymentIntent; answer: CardAnswer } {
  const answer = askBank(sandbox, method, isOffSession);
  const charge = createCharge(sandbox, intent, method, answer);
  if (!answer.approved) {
    return { intent: recordDecline(sandbox, intent, charge, { method, decline: answer }), answer };
  }
  const isPaid = answer.delayed === undefined;
  const { object } = change(sandbox, intent, {
    amount_received: isPaid ? intent.amount : 0,
    last_payment_error: null,
    latest_charge: charge.id,
    payment_method: method.id,
    status: isPaid ? "succeeded" : "processing",
  });
  recordEvent(sandbox, isPaid ? "payment_intent.succeeded" : "payment_intent.processing", object);
  return { intent: object, answer };
}

/** Applies the bank's decision on an intent that was processing. */
export function settlePayment(
  sandbox: SandboxState,
  intent: PaymentIntent,
  outcome: "succeeded" | "failed",
) {
  const stored = findObject<Charge>(
    sandbox.database,
    intent.latest_charge ?? "",
    "charge",
  ) as Charge;
  const charge = settleCharge(sandbox, stored, outcome);
  if (outcome === "failed") {
    const method = requirePaymentMethod(sandbox, charge.payment_method ?? "", "payment_method");
    recordDecline(sandbox, intent, charge, { method, decline: delayedDecline });
    return;
  }
  const { object } = change(sandbox, intent, {
    amount_received: intent.amount,
    status: "succeeded",
  });
  recordEvent(sandbox, "payment_intent.succeeded", object);
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
