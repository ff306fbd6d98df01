/** Refunds: a charge given back to its card, in part or whole, and the rare one that the bank sends back. */
import { ApiError, noSuchResource } from "./api-error.ts";
import { moveBalance } from "./balance-transactions.ts";
import { change } from "./changes.ts";
import { chargeReference, requirePaidCharge } from "./charges.ts";
import { type Endpoint, endpoint, listEndpoint, retrieveEndpoint } from "./endpoint.ts";
import { recordEvent } from "./events.ts";
import { makeIdentifier, randomText } from "./identifiers.ts";
import { formatAmount, maximumAmountCents } from "./money.ts";
import { choice, mergeMetadata, metadata, optional, text, whole } from "./parameters.ts";
import type { Charge, Refund } from "./resources.ts";
import { findObject, insertObject } from "./resource-store.ts";
import { nowSeconds, type World } from "./world.ts";

/** Refuses what cannot be given back; returns what shall be, in cents. */
function requireRefundable(charge: Charge, amountCents: number | undefined): number {
  const leftCents = charge.amount - charge.amount_refunded;
  if (charge.disputed) {
    throw new ApiError(
      `The charge ${charge.id} is disputed: its amount is decided by the dispute and cannot be refunded.`,
      { code: "charge_disputed" },
    );
  }
  if (leftCents === 0) {
    throw new ApiError(`Charge ${charge.id} has already been refunded.`, {
      code: "charge_already_refunded",
    });
  }
  const wantedCents = amountCents ?? leftCents;
  if (wantedCents > leftCents) {
    throw new ApiError(
      `Refund amount (${formatAmount(wantedCents, charge.currency)}) is greater than unrefunded amount on charge (${formatAmount(leftCents, charge.currency)})`,
      { code: "amount_too_large", param: "amount" },
    );
  }
  return wantedCents;
}

function changeRefunded(world: World, charge: Charge, refundedCents: number) {
  return change(world, charge, {
    amount_refunded: refundedCents,
    refunded: refundedCents === charge.amount,
  });
}

function createRefund(
  world: World,
  charge: Charge,
  details: { amountCents: number; reason: string | null; metadata: Record<string, string> },
): Refund {
  const { amountCents } = details;
  const id = makeIdentifier("re");
  const moved = moveBalance(world, "refund", {
    amountCents: -amountCents,
    currency: charge.currency,
    source: id,
    description: charge.description === null ? null : `REFUND FOR CHARGE (${charge.description})`,
  });
  const refund: Refund = {
    id,
    object: "refund",
    amount: amountCents,
    balance_transaction: moved.id,
    charge: charge.id,
    created: nowSeconds(world),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: {
      card: {
        reference: randomText(11).toUpperCase(),
        reference_status: "available",
        reference_type: "acquirer_reference_number",
        type: "refund",
      },
      type: "card",
    },
    metadata: details.metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: details.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  };
  insertObject(world.database, refund);
  recordEvent(world, "refund.created", refund);
  const refunded = changeRefunded(world, charge, charge.amount_refunded + amountCents);
  recordEvent(world, "charge.refunded", refunded.object, refunded.previous);
  return refund;
}

function requireRefund(world: World, id: string): Refund {
  const refund = findObject<Refund>(world.database, id, "refund");
  if (refund === undefined) throw noSuchResource("refund", id);
  return refund;
}

/** The card's bank sends a refund back: the money returns to the balance, and can be refunded again. */
export function failRefund(world: World, id: string): Refund {
  const refund = requireRefund(world, id);
  if (refund.status === "failed") throw new ApiError(`The refund ${id} has failed already.`);
  const moved = moveBalance(world, "refundFailure", {
    amountCents: refund.amount,
    currency: refund.currency,
    source: id,
    description: `REFUND FAILURE (${refund.charge})`,
  });
  const { object, previous } = change(world, refund, {
    failure_balance_transaction: moved.id,
    failure_reason: "expired_or_canceled_card",
    status: "failed",
  });
  const charge = findObject<Charge>(world.database, refund.charge, "charge") as Charge;
  changeRefunded(world, charge, charge.amount_refunded - refund.amount);
  recordEvent(world, "refund.failed", object);
  recordEvent(world, "refund.updated", object, previous);
  recordEvent(world, "charge.refund.updated", object, previous);
  return object;
}

/** Create, retrieve, update (metadata), and list (filters `charge`, `payment_intent`). */
export const refundEndpoints: Endpoint[] = [
  endpoint(
    "POST",
    "/v1/refunds",
    {
      ...chargeReference,
      amount: optional(whole(1, maximumAmountCents)),
      metadata: optional(metadata),
      reason: optional(choice("duplicate", "fraudulent", "requested_by_customer")),
    },
    (world, sent) => {
      const charge = requirePaidCharge(world, sent);
      return createRefund(world, charge, {
        amountCents: requireRefundable(charge, sent.amount),
        reason: sent.reason ?? null,
        metadata: mergeMetadata({}, sent.metadata),
      });
    },
  ),
  endpoint("POST", "/v1/refunds/:id", { metadata: optional(metadata) }, (world, sent, id) => {
    const refund = requireRefund(world, id);
    const { object, previous } = change(world, refund, {
      metadata: mergeMetadata(refund.metadata, sent.metadata),
    });
    if (Object.keys(previous).length > 0) recordEvent(world, "refund.updated", object, previous);
    return object;
  }),
  retrieveEndpoint<Refund>({ path: "/v1/refunds", kind: "refund", noun: "refund" }),
  listEndpoint<Refund>({
    path: "/v1/refunds",
    kind: "refund",
    noun: "refund",
    filters: {
      charge: { reader: optional(text(255)), field: "charge" },
      payment_intent: { reader: optional(text(255)), field: "payment_intent" },
    },
  }),
];
