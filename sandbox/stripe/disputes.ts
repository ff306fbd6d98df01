/** Disputes: a payer's bank takes a charge back, holds it while it decides, and gives it to one of the two. */
import { ApiError, noSuchResource } from "./api-error.ts";
import { moveBalance } from "./balance-transactions.ts";
import { change } from "./changes.ts";
import { buildDispute, type DisputeReason } from "./dispute-shape.ts";
import { type Endpoint, endpoint, listEndpoint, retrieveEndpoint } from "./endpoint.ts";
import { recordEvent } from "./events.ts";
import { formatAmount } from "./money.ts";
import { flag, mergeMetadata, metadata, optional, record, text } from "./parameters.ts";
import type { Charge, Dispute } from "./resources.ts";
import { findObject, insertObject } from "./resource-store.ts";
import type { World } from "./world.ts";

/**
 * Opens a dispute on a paid charge, over what was not refunded unless an amount is given, and takes that amount off the
 * balance. An inquiry takes nothing, and may be followed
 * by a dispute. A charge is disputed once.
 */
export function openDispute(
  world: World,
  charge: Charge,
  details: { amountCents?: number | undefined; reason: DisputeReason; isInquiry: boolean },
): Dispute {
  const amountCents = details.amountCents ?? charge.amount - charge.amount_refunded;
  if (charge.disputed) throw new ApiError(`The charge ${charge.id} is disputed already.`);
  if (amountCents < 1 || amountCents > charge.amount) {
    throw new ApiError(
      `A dispute of the charge ${charge.id} must be over at least one cent and at most ${formatAmount(charge.amount, charge.currency)}.`,
      { param: "amount" },
    );
  }
  change(world, charge, { disputed: !details.isInquiry }, { dueAt: null });
  const dispute = buildDispute(world, charge, { ...details, amountCents });
  insertObject(world.database, dispute);
  recordEvent(world, "charge.dispute.created", dispute);
  if (details.isInquiry) return dispute;
  const withdrawn = moveFunds(world, dispute, "dispute", -amountCents);
  recordEvent(world, "charge.dispute.funds_withdrawn", withdrawn);
  return withdrawn;
}

function moveFunds(
  world: World,
  dispute: Dispute,
  kind: "dispute" | "disputeReversal",
  amountCents: number,
): Dispute {
  const words = kind === "dispute" ? "Chargeback withdrawal for" : "Chargeback reversal for";
  const moved = moveBalance(world, kind, {
    amountCents,
    currency: dispute.currency,
    source: dispute.id,
    description: `${words} ${dispute.charge}`,
  });
  return change(world, dispute, { balance_transactions: [...dispute.balance_transactions, moved] })
    .object;
}

const ended: readonly Dispute["status"][] = ["lost", "warning_closed", "won"];

function requireUndecided(world: World, id: string): Dispute {
  const dispute = findObject<Dispute>(world.database, id, "dispute");
  if (dispute === undefined) throw noSuchResource("dispute", id);
  if (ended.includes(dispute.status)) {
    throw new ApiError(`The dispute ${id} is already closed: it is ${dispute.status}.`);
  }
  return dispute;
}

/** The bank decides. Won: the amount comes back, the fee does not. Lost: it stays with the payer. An inquiry just ends. */
export function closeDispute(world: World, id: string, outcome: "won" | "lost"): Dispute {
  const dispute = requireUndecided(world, id);
  const isInquiry = dispute.status.startsWith("warning_");
  const { object, previous } = change(world, dispute, {
    status: isInquiry ? "warning_closed" : outcome,
  });
  recordEvent(world, "charge.dispute.closed", object, previous);
  if (isInquiry || outcome === "lost") return object;
  const reinstated = moveFunds(world, object, "disputeReversal", dispute.amount);
  recordEvent(world, "charge.dispute.funds_reinstated", reinstated);
  return reinstated;
}

function respond(
  world: World,
  dispute: Dispute,
  sent: {
    evidence: { uncategorized_text: string | undefined } | undefined;
    isSubmitted: boolean;
    metadata: Record<string, string>;
  },
): Dispute {
  const isInquiry = dispute.status.startsWith("warning_");
  const said = sent.evidence?.uncategorized_text;
  const former = dispute["evidence_details"] as Record<string, number>;
  const isAnswered = said !== undefined && sent.isSubmitted;
  const { object, previous } = change(world, dispute, {
    metadata: sent.metadata,
    ...(said !== undefined && {
      evidence: { ...(dispute["evidence"] as object), uncategorized_text: said },
      evidence_details: {
        ...former,
        has_evidence: true,
        ...(isAnswered && {
          submission_count: Number(former["submission_count"]) + 1,
          submission_method: "manual",
        }),
      },
    }),
    ...(isAnswered && { status: isInquiry ? "warning_under_review" : "under_review" }),
  });
  if (Object.keys(previous).length > 0) {
    recordEvent(world, "charge.dispute.updated", object, previous);
  }
  return object;
}

const updateShape = {
  evidence: optional(record({ uncategorized_text: optional(text(20_000)) })),
  metadata: optional(metadata),
  submit: optional(flag),
};

/** Retrieve, list (filters `charge`, `payment_intent`), answer with text as evidence, and close (accept as lost). */
export const disputeEndpoints: Endpoint[] = [
  endpoint("POST", "/v1/disputes/:id", updateShape, (world, sent, id) => {
    const dispute = requireUndecided(world, id);
    return respond(world, dispute, {
      evidence: sent.evidence,
      isSubmitted: sent.submit ?? true,
      metadata: mergeMetadata(dispute.metadata, sent.metadata),
    });
  }),
  endpoint("POST", "/v1/disputes/:id/close", {}, (world, _sent, id) =>
    closeDispute(world, id, "lost"),
  ),
  retrieveEndpoint<Dispute>({ path: "/v1/disputes", kind: "dispute", noun: "dispute" }),
  listEndpoint<Dispute>({
    path: "/v1/disputes",
    kind: "dispute",
    noun: "dispute",
    filters: {
      charge: { reader: optional(text(255)), field: "charge" },
      payment_intent: { reader: optional(text(255)), field: "payment_intent" },
    },
  }),
];
