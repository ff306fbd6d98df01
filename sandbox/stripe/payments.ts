/** Payment methods, payment intents and charges: money asked of a card, and what came of it. */
import type { Card, CardAnswer } from "./cards.ts";
import { change } from "./changes.ts";
import { type Endpoint, listEndpoint, retrieveEndpoint } from "./endpoint.ts";
import { recordEvent } from "./events.ts";
import { makeIdentifier, randomText } from "./identifiers.ts";
import { optional, text } from "./parameters.ts";
import type { Charge, PaymentIntent, PaymentMethod } from "./resources.ts";
import { findInternal, insertObject } from "./store.ts";
import { nowSeconds, type World } from "./world.ts";

const noAddress = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
};

/** Keeps a card as a payment method; its number and security code are not kept, only how its bank answers. */
export function createPaymentMethod(
  world: World,
  card: Card,
  holder: { email: string; name: string; customer: string | null },
): PaymentMethod {
  const paymentMethod: PaymentMethod = {
    id: makeIdentifier("pm"),
    object: "payment_method",
    allow_redisplay: "limited",
    billing_details: {
      address: noAddress,
      email: holder.email,
      name: holder.name,
      phone: null,
      tax_id: null,
    },
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
      country: "US",
      display_brand: card.brand,
      exp_month: card.expiryMonth,
      exp_year: card.expiryYear,
      fingerprint: randomText(16),
      funding: "credit",
      generated_from: null,
      last4: card.last4,
      networks: { available: [card.brand], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: nowSeconds(world),
    customer: holder.customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: "card",
  };
  insertObject(world.database, paymentMethod, { internal: card.answer });
  return paymentMethod;
}

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

function outcomeOf(answer: CardAnswer) {
  const approved = answer.approved;
  return {
    advice_code: approved ? null : "try_again_later",
    network_advice_code: null,
    network_decline_code: approved ? null : "05",
    network_status: approved ? "approved_by_network" : "declined_by_network",
    reason: approved ? null : answer.declineCode,
    risk_level: "normal",
    seller_message: approved
      ? "Payment complete."
      : "The bank did not return any further details with this decline.",
    type: approved ? "authorized" : "issuer_declined",
  };
}

function cardDetailsOf({ card }: PaymentMethod, amountCents: number) {
  return {
    amount_authorized: amountCents,
    authorization_code: null,
    brand: card.brand,
    checks: card["checks"],
    country: card["country"],
    electronic_commerce_indicator: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint,
    funding: card["funding"],
    installments: null,
    last4: card.last4,
    mandate: null,
    network: card.brand,
    network_transaction_id: null,
    regulated_status: card["regulated_status"],
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  };
}

function createCharge(
  world: World,
  intent: PaymentIntent,
  method: PaymentMethod,
  answer: CardAnswer,
): Charge {
  const charge: Charge = {
    id: makeIdentifier("ch"),
    object: "charge",
    amount: intent.amount,
    amount_captured: answer.approved ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: world.merchantName.toUpperCase().slice(0, 22),
    captured: answer.approved,
    created: nowSeconds(world),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: answer.approved ? null : answer.code,
    failure_message: answer.approved ? null : answer.message,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(answer),
    paid: answer.approved,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { card: cardDetailsOf(method, intent.amount), type: "card" },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: answer.approved ? "succeeded" : "failed",
    transfer_data: null,
    transfer_group: null,
  };
  insertObject(world.database, charge);
  recordEvent(world, answer.approved ? "charge.succeeded" : "charge.failed", charge);
  return charge;
}

/** Charges the payment method for the intent; both are recorded whether the bank approves or refuses. */
export function attemptPayment(
  world: World,
  intent: PaymentIntent,
  method: PaymentMethod,
): { intent: PaymentIntent; answer: CardAnswer } {
  const answer = findInternal<CardAnswer>(world.database, method.id) as CardAnswer;
  const charge = createCharge(world, intent, method, answer);
  if (answer.approved) {
    const { object } = change(world, intent, {
      amount_received: intent.amount,
      last_payment_error: null,
      latest_charge: charge.id,
      payment_method: method.id,
      status: "succeeded",
    });
    recordEvent(world, "payment_intent.succeeded", object);
    return { intent: object, answer };
  }
  const { object } = change(world, intent, {
    last_payment_error: {
      charge: charge.id,
      code: answer.code,
      decline_code: answer.declineCode,
      message: answer.message,
      payment_method: method,
      type: "card_error",
    },
    latest_charge: charge.id,
  });
  recordEvent(world, "payment_intent.payment_failed", object);
  return { intent: object, answer };
}

const byCustomer = { customer: { reader: optional(text(255)), field: "customer" } };

/** Payment intents and charges (retrieve, list), payment methods (retrieve). */
export const paymentEndpoints: Endpoint[] = [
  retrieveEndpoint<PaymentIntent>({
    path: "/v1/payment_intents",
    kind: "payment_intent",
    noun: "payment_intent",
  }),
  listEndpoint<PaymentIntent>({
    path: "/v1/payment_intents",
    kind: "payment_intent",
    noun: "payment_intent",
    filters: byCustomer,
  }),
  retrieveEndpoint<Charge>({ path: "/v1/charges", kind: "charge", noun: "charge" }),
  listEndpoint<Charge>({
    path: "/v1/charges",
    kind: "charge",
    noun: "charge",
    filters: {
      ...byCustomer,
      payment_intent: { reader: optional(text(255)), field: "payment_intent" },
    },
  }),
  retrieveEndpoint<PaymentMethod>({
    path: "/v1/payment_methods",
    kind: "payment_method",
    noun: "PaymentMethod",
  }),
];
