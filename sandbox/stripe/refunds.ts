/** Refunds: a charge returned to its card, in part or whole, and refunds that fail at the bank. */
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
import { findObject, insertObject } from "./resource-queries.ts";
import { nowSeconds, type SandboxState } from "./sandbox-state.ts";

/** Returns the amount to refund, in cents; throws when it cannot be refunded. */
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

function changeRefunded(sandbox: SandboxState, charge: Charge, refundedCents: number) {
  return change(sandbox, charge, {
    amount_refunded: refundedCents,
    refunded: refundedCents === charge.amount,
  });
}

function createRefund(
  sandbox: SandboxState,
  charge: Charge,
  details: { amountCents: number; reason: string | null; metadata: Record<string, string> },
): Refund {
  const { amountCents } = details;
  const id = makeIdentifier("re");
  const moved = moveBalance(sandbox, "refund", {
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
    created: nowSeconds(sandbox),
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
  insertObject(sandbox.database, refund);
  recordEvent(sandbox, "refund.created", refund);
  const refunded = changeRefunded(sandbox, charge, charge.amount_refunded + amountCents);
  recordEvent(sandbox, "charge.refunded", refunded.object, refunded.previous);
  return refund;
}

function requireRefund(sandbox: SandboxState, id: string): Refund {
  const refund = findObject<Refund>(sandbox.database, id, "refund");
  if (refund === undefined) throw noSuchResource("refund", id);
  return refund;
}

/** The card's bank sends a refund back: the money returns to the balance, and can be refunded again. */
export function failRefund(sandbox: SandboxState, id: string): Refund {
  const refund = requireRefund(sandbox, id);
  if (refund.status === "failed") throw new ApiError(`The refund ${id} has failed already.`);
  const moved = moveBalance(sandbox, "refundFailure", {
    amountCents: refund.amount,
    currency: refund.currency,
    source: id,
    description: `REFUND FAILURE (${refund.charge})`,
  });
  const { object, previous } = change(sandbox, refund, {
    failure_balance_transaction: moved.id,
    failure_reason: "expired_or_canceled_card",
    status: "failed",
  });
  const charge = findObject<Charge>(sandbox.database, refund.charge, "charge") as Charge;
  changeRefunded(sandbox, charge, charge.amount_refunded - refund.amount);
  recordEvent(sandbox, "refund.failed", object);
  recordEvent(sandbox, "refund.updated", object, previous);
  recordEvent(sandbox, "charge.refund.updated", object, previous);
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
    (sandbox, sent) => {
      const charge = requirePaidCharge(sandbox, sent);
      return createRefund(sandbox, charge, {
        amountCents: requireRefundable(charge, sent.amount),
        reason: sent.reason ?? null,
        metadata: mergeMetadata({}, sent.metadata),
      });
    },
  ),
  endpoint("POST", "/v1/refunds/:id", { metadata: optional(metadata) }, (sandbox, sent, id) => {
    const refund = requireRefund(sandbox, id);
    const { object, previous } = change(sandbox, refund, {
      metadata: mergeMetadata(refund.metadata, sent.metadata),
    });
    if (Object.keys(previous).length > 0) recordEvent(sandbox, "refund.updated", object, previous);
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
