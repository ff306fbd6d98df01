/** Charges: one attempt each to take money from a card. */
import { ApiError, noSuchResource } from "./api-error.ts";
import { moveBalance } from "./balance-transactions.ts";
import type { CardAnswer, CardDecline } from "./cards.ts";
import { change } from "./changes.ts";
import { type Endpoint, listEndpoint, retrieveEndpoint } from "./endpoint.ts";
import { recordEvent } from "./events.ts";
import { makeIdentifier } from "./identifiers.ts";
import { optional, text } from "./parameters.ts";
import type { Charge, PaymentIntent, PaymentMethod } from "./resources.ts";
import { findObject, insertObject } from "./resource-queries.ts";
import { nowSeconds, type SandboxState } from "./sandbox-state.ts";

/** The decline of a bank that decides after some days. */
export const delayedDecline: CardDecline = {
  approved: false,
  code: "card_declined",
  declineCode: "generic_decline",
  message: "The bank declined the payment.",
};

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

function creditBalance(
  sandbox: SandboxState,
  charge: { id: string } & Pick<Charge, "amount" | "currency" | "description">,
): string {
  return moveBalance(sandbox, "charge", {
    amountCents: charge.amount,
    currency: charge.currency,
    source: charge.id,
    description: charge.description,
  }).id;
}

/** Charges a method for an intent. A card that disputes its charges does so when due work runs next. */
export function createCharge(
  sandbox: SandboxState,
  intent: PaymentIntent,
  method: PaymentMethod,
  answer: CardAnswer,
): Charge {
  const id = makeIdentifier("ch");
  const isPaid = answer.approved && answer.delayed === undefined;
  const status = isPaid ? "succeeded" : answer.approved ? "pending" : "failed";
  const charge: Charge = {
    id,
    object: "charge",
    amount: intent.amount,
    amount_captured: answer.approved ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: isPaid
      ? creditBalance(sandbox, {
          id,
          amount: intent.amount,
          currency: intent.currency,
          description: intent.description,
        })
      : null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: sandbox.merchantName.toUpperCase().slice(0, 22),
    captured: answer.approved,
    created: nowSeconds(sandbox),
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
    paid: isPaid,
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
    status,
    transfer_data: null,
    transfer_group: null,
  };
  const isDisputed = answer.approved && answer.disputed === true;
  insertObject(sandbox.database, charge, { dueAt: isDisputed ? charge.created : null });
  recordEvent(sandbox, `charge.${status}`, charge);
  return charge;
}

/** Applies the bank's decision on a charge that was pending. */
export function settleCharge(
  sandbox: SandboxState,
  charge: Charge,
  outcome: "succeeded" | "failed",
): Charge {
  const { object } = change(
    sandbox,
    charge,
    outcome === "succeeded"
      ? { balance_transaction: creditBalance(sandbox, charge), paid: true, status: outcome }
      : {
          amount_captured: 0,
          captured: false,
          failure_code: delayedDecline.code,
          failure_message: delayedDecline.message,
          outcome: outcomeOf(delayedDecline),
          status: outcome,
        },
  );
  recordEvent(sandbox, `charge.${outcome}`, object);
  return object;
}

/** The parameters that identify a charge. */
export const chargeReference = { charge: optional(text(255)), payment_intent: optional(text(255)) };

/** The paid charge identified by its own id or its payment intent's; throws unless exactly one of the two is sent. */
export function requirePaidCharge(
  sandbox: SandboxState,
  sent: { charge: string | undefined; payment_intent: string | undefined },
): Charge {
  const { charge: chargeId, payment_intent: intentId } = sent;
  if (chargeId === undefined && intentId === undefined) {
    throw new ApiError("One of the following params should be provided: payment_intent or charge.");
  }
  const intent =
    intentId === undefined
      ? undefined
      : findObject<PaymentIntent>(sandbox.database, intentId, "payment_intent");
  if (intentId !== undefined && intent === undefined) {
    throw noSuchResource("payment_intent", intentId, "payment_intent");
  }
  const id = chargeId ?? intent?.latest_charge ?? "";
  const charge = findObject<Charge>(sandbox.database, id, "charge");
  if (charge === undefined && chargeId !== undefined) {
    throw noSuchResource("charge", chargeId, "charge");
  }
  if (intent !== undefined && charge !== undefined && charge.payment_intent !== intent.id) {
    throw new ApiError(
      `The charge ${charge.id} does not belong to the PaymentIntent ${intent.id}.`,
      {
        param: "charge",
      },
    );
  }
  if (charge === undefined || charge.status !== "succeeded") {
    throw new ApiError(
      intent === undefined
        ? `The charge ${id} has no successful payment to give back.`
        : `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      { param: intent === undefined ? "charge" : "payment_intent" },
    );
  }
  return charge;
}

/** Retrieve, and list (filters `customer`, `payment_intent`). */
export const chargeEndpoints: Endpoint[] = [
  retrieveEndpoint<Charge>({ path: "/v1/charges", kind: "charge", noun: "charge" }),
  listEndpoint<Charge>({
    path: "/v1/charges",
    kind: "charge",
    noun: "charge",
    filters: {
      customer: { reader: optional(text(255)), field: "customer" },
      payment_intent: { reader: optional(text(255)), field: "payment_intent" },
    },
  }),
];
