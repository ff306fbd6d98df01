/** The API object of a new dispute. */
import { makeIdentifier } from "./identifiers.ts";
import type { Charge, Dispute } from "./resources.ts";
import { nowSeconds, type SandboxState } from "./sandbox-state.ts";

const daysToRespond = 7;
const daySeconds = 86_400;

const noEvidence = Object.fromEntries(
  [
    "access_activity_log",
    "billing_address",
    "cancellation_policy",
    "cancellation_policy_disclosure",
    "cancellation_rebuttal",
    "customer_communication",
    "customer_email_address",
    "customer_name",
    "customer_purchase_ip",
    "customer_signature",
    "duplicate_charge_documentation",
    "duplicate_charge_explanation",
    "duplicate_charge_id",
    "product_description",
    "receipt",
    "refund_policy",
    "refund_policy_disclosure",
    "refund_refusal_explanation",
    "service_date",
    "service_documentation",
    "shipping_address",
    "shipping_carrier",
    "shipping_date",
    "shipping_documentation",
    "shipping_tracking_number",
    "uncategorized_file",
    "uncategorized_text",
  ].map((name) => [name, null]),
);

/** The reasons of disputes, with the card networks' codes. */
export const disputeReasons = {
  fraudulent: "10.4",
  duplicate: "12.6",
  product_not_received: "13.1",
  product_unacceptable: "13.3",
  general: "11.3",
} as const;
export type DisputeReason = keyof typeof disputeReasons;

/** Writes a dispute over `amountCents` of a charge, without storing it. An inquiry debits nothing. */
export function buildDispute(
  sandbox: SandboxState,
  charge: Charge,
  details: { amountCents: number; reason: DisputeReason; isInquiry: boolean },
): Dispute {
  const { amountCents, reason, isInquiry } = details;
  const now = nowSeconds(sandbox);
  const { brand } = charge.payment_method_details.card;
  return {
    id: makeIdentifier("du"),
    object: "dispute",
    amount: amountCents,
    balance_transactions: [],
    charge: charge.id,
    created: now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {
      ...noEvidence,
      customer_email_address: charge.billing_details.email,
      customer_name: charge.billing_details.name,
      enhanced_evidence: {},
    },
    evidence_details: {
      due_by: now + daysToRespond * daySeconds,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    intended_submission_method: null,
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: {
        brand,
        case_type: isInquiry ? "inquiry" : "chargeback",
        network: brand,
        network_reason_code: disputeReasons[reason],
      },
      type: "card",
    },
    reason,
    status: isInquiry ? "warning_needs_response" : "needs_response",
  };
}
