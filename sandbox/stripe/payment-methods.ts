/** Payment methods: cards, stored without their numbers. */
import { ApiError, noSuchResource } from "./api-error.ts";
import { type Card, type CardAnswer, readCard, readyMadeCards, renewalRefusal } from "./cards.ts";
import { requireCustomer } from "./customers.ts";
import { type Endpoint, endpoint, listEndpoint, retrieveEndpoint } from "./endpoint.ts";
import { recordEvent } from "./events.ts";
import { makeIdentifier, randomText } from "./identifiers.ts";
import { choice, optional, text } from "./parameters.ts";
import type { Customer, PaymentMethod } from "./resources.ts";
import { findInternal, findObject, insertObject, updateObject } from "./resource-queries.ts";
import { nowSeconds, type SandboxState } from "./sandbox-state.ts";

const noAddress = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
};

/** Stores a card as a payment method, without number and security code, and with its bank's decisions. */
export function createPaymentMethod(
  sandbox: SandboxState,
  card: Card,
  holder: { email: string | null; name: string | null; customer: string | null },
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
    created: nowSeconds(sandbox),
    customer: holder.customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: "card",
  };
  insertObject(sandbox.database, paymentMethod, { internal: card.answer });
  return paymentMethod;
}

/** The bank's decision on a charge of a payment method; off session the payer cannot be asked. */
export function askBank(
  sandbox: SandboxState,
  method: PaymentMethod,
  isOffSession: boolean,
): CardAnswer {
  const answer = findInternal<CardAnswer>(sandbox.database, method.id);
  if (answer === undefined) throw new Error(`Payment method ${method.id} has lost its bank.`);
  return isOffSession && answer.approved ? (answer.later ?? answer) : answer;
}

/** Sets the bank's decision on future renewals. */
export function decideRenewals(sandbox: SandboxState, method: PaymentMethod, arePaid: boolean) {
  const later = arePaid ? undefined : renewalRefusal;
  updateObject(sandbox.database, method, { internal: { approved: true, later } });
}

/** Finds a payment method named by a parameter; throws when there is none. */
export function requirePaymentMethod(
  sandbox: SandboxState,
  id: string,
  param: string,
): PaymentMethod {
  const method = findObject<PaymentMethod>(sandbox.database, id, "payment_method");
  if (method === undefined) throw noSuchResource("PaymentMethod", id, param);
  return method;
}

/** Stores a card for a customer by its test number, as the merchant's own page would. */
export function attachCard(
  sandbox: SandboxState,
  number: string,
  customer: Customer,
): PaymentMethod {
  const nextYear = sandbox.now().getUTCFullYear() + 1;
  const cvc = /^3[47]/.test(number) ? "1234" : "123";
  const read = readCard({ number, expiry: `12/${nextYear}`, cvc }, sandbox.now());
  if ("errors" in read)
    throw new ApiError(read.errors.number ?? "Not a card.", { param: "number" });
  const method = createPaymentMethod(sandbox, read.card, {
    email: customer.email,
    name: customer.name,
    customer: customer.id,
  });
  recordEvent(sandbox, "payment_method.attached", method);
  return method;
}

/** Retrieve, list (filter `customer`), and attach: a ready-made test card by its id, as a new payment method. */
export const paymentMethodEndpoints: Endpoint[] = [
  endpoint(
    "POST",
    "/v1/payment_methods/:id/attach",
    { customer: text(255) },
    (sandbox, sent, id) => {
      const customer = requireCustomer(sandbox, sent.customer, "customer");
      const number = Object.hasOwn(readyMadeCards, id) ? readyMadeCards[id] : undefined;
      if (number !== undefined) return attachCard(sandbox, number, customer);
      const method = requirePaymentMethod(sandbox, id, "id");
      if (method.customer === customer.id) return method;
      throw new ApiError(
        `This stand-in attaches ready-made cards only (${Object.keys(readyMadeCards).join(", ")}).`,
      );
    },
  ),
  retrieveEndpoint<PaymentMethod>({
    path: "/v1/payment_methods",
    kind: "payment_method",
    noun: "PaymentMethod",
  }),
  listEndpoint<PaymentMethod>({
    path: "/v1/payment_methods",
    kind: "payment_method",
    noun: "PaymentMethod",
    filters: {
      customer: { reader: optional(text(255)), field: "customer" },
      type: { reader: optional(choice("card")), field: "type" },
    },
  }),
];
