/** Disputes: a payer's bank takes a charge back, and then decides for the payer or the merchant. */
import { ApiError, noSuchResource } from "./api-error.ts";
import { moveBalance } from "./balance-transactions.ts";
import { change } from "./changes.ts";
import { buildDispute, type DisputeReason } from "./dispute-shape.ts";
import { type Endpoint, endpoint, listEndpoint, retrieveEndpoint } from "./endpoint.ts";
import { recordEvent } from "./events.ts";
import { formatAmount } from "./money.ts";
import { flag, mergeMetadata, metadata, optional, record, text } from "./parameters.ts";
import type { Charge, Dispute } from "./resources.ts";
import { findObject, insertObject } from "./resource-queries.ts";
import type { SandboxState } from "./sandbox-state.ts";

/**
 * Opens a dispute on a paid charge, over `amountCents` or else what was not refunded, and debits that amount from the
 * balance. An inquiry debits nothing, and may be followed
 * by a dispute. A charge is disputed once.
 */
export function openDispute(
  sandbox: SandboxState,
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
  change(sandbox, charge, { disputed: !details.isInquiry }, { dueAt: null });
  const dispute = buildDispute(sandbox, charge, { ...details, amountCents });
  insertObject(sandbox.database, dispute);
  recordEvent(sandbox, "charge.dispute.created", dispute);
  if (details.isInquiry) return dispute;
  const withdrawn = moveFunds(sandbox, dispute, "dispute", -amountCents);
  recordEvent(sandbox, "charge.dispute.funds_withdrawn", withdrawn);
  return withdrawn;
}

function moveFunds(
  sandbox: SandboxState,
  dispute: Dispute,
  kind: "dispute" | "disputeReversal",
  amountCents: number,
): Dispute {
  const words = kind === "dispute" ? "Chargeback withdrawal for" : "Chargeback reversal for";
  const moved = moveBalance(sandbox, kind, {
    amountCents,
    currency: dispute.currency,
    source: dispute.id,
    description: `${words} ${dispute.charge}`,
  });
  return change(sandbox, dispute, {
    balance_transactions: [...dispute.balance_transactions, moved],
  }).object;
}

const ended: readonly Dispute["status"][] = ["lost", "warning_closed", "won"];

function requireUndecided(sandbox: SandboxState, id: string): Dispute {
  const dispute = findObject<Dispute>(sandbox.database, id, "dispute");
  if (dispute === undefined) throw noSuchResource("dispute", id);
  if (ended.includes(dispute.status)) {
    throw new ApiError(`The dispute ${id} is already closed: it is ${dispute.status}.`);
  }
  return dispute;
}

/** Applies the bank's decision. Won: the amount is returned, the fee is not. Lost: it stays with the payer. An inquiry only closes. */
export function closeDispute(sandbox: SandboxState, id: string, outcome: "won" | "lost"): Dispute {
  const dispute = requireUndecided(sandbox, id);
  const isInquiry = dispute.status.startsWith("warning_");
  const { object, previous } = change(sandbox, dispute, {
    status: isInquiry ? "warning_closed" : outcome,
  });
  recordEvent(sandbox, "charge.dispute.closed", object, previous);
  if (isInquiry || outcome === "lost") return object;
  const reinstated = moveFunds(sandbox, object, "disputeReversal", dispute.amount);
  recordEvent(sandbox, "charge.dispute.funds_reinstated", reinstated);
  return reinstated;
}

function respond(
  sandbox: SandboxState,
  dispute: Dispute,
  sent: {
    evidence: { uncategorized_text: string | undefined } | undefined;
    isSubmitted: boolean;
    metadata: Record<string, string>;
  },
): Dispute {
  const isInquiry = dispute.status.startsWith("warning_");
  const evidenceText = sent.evidence?.uncategorized_text;
  const former = dispute["evidence_details"] as Record<string, number>;
  const isAnswered = evidenceText !== undefined && sent.isSubmitted;
  const { object, previous } = change(sandbox, dispute, {
    metadata: sent.metadata,
    ...(evidenceText !== undefined && {
      evidence: { ...(dispute["evidence"] as object), uncategorized_text: evidenceText },
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
    recordEvent(sandbox, "charge.dispute.updated", object, previous);
  }
  return object;
}

const updateShape = {
  evidence: optional(record({ uncategorized_text: optional(text(20_000)) })),
  metadata: optional(metadata),
  submit: optional(flag),
};

/** Retrieve, list (filters `charge`, `payment_intent`), submit text as evidence, and close (accept as lost). */
export const disputeEndpoints: Endpoint[] = [
  endpoint("POST", "/v1/disputes/:id", updateShape, (sandbox, sent, id) => {
    const dispute = requireUndecided(sandbox, id);
    return respond(sandbox, dispute, {
      evidence: sent.evidence,
      isSubmitted: sent.submit ?? true,
      metadata: mergeMetadata(dispute.metadata, sent.metadata),
    });
  }),
  endpoint("POST", "/v1/disputes/:id/close", {}, (sandbox, _sent, id) =>
    closeDispute(sandbox, id, "lost"),
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
