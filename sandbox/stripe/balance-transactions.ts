/** Balance transactions: every movement of the merchant's balance, with the provider's fee. */
import { type Endpoint, listEndpoint, retrieveEndpoint } from "./endpoint.ts";
import { makeIdentifier } from "./identifiers.ts";
import { choice, optional, text } from "./parameters.ts";
import { currency } from "./money.ts";
import type { BalanceTransaction } from "./resources.ts";
import { insertObject } from "./resource-queries.ts";
import { nowSeconds, type SandboxState } from "./sandbox-state.ts";

// The provider's published prices for cards in the United States: 2.9 % and 30 cents of a charge, 15 dollars of a dispute.
const chargeFeePerMille = 29;
const chargeFeeFixedCents = 30;
const disputeFeeCents = 1500;

/** The provider's fee for a charge, in cents. It is not refunded with the charge. */
export function chargeFeeCents(amountCents: number): number {
  return Math.round((amountCents * chargeFeePerMille) / 1000) + chargeFeeFixedCents;
}

const kinds = {
  charge: { type: "charge", category: "charge" },
  refund: { type: "refund", category: "refund" },
  refundFailure: { type: "refund_failure", category: "refund_failure" },
  dispute: { type: "adjustment", category: "dispute" },
  disputeReversal: { type: "adjustment", category: "dispute_reversal" },
} as const;

function feeOf(kind: keyof typeof kinds, amountCents: number): number {
  if (kind === "charge") return chargeFeeCents(amountCents);
  return kind === "dispute" ? disputeFeeCents : 0;
}

/** Records a movement of the balance; `amountCents` is negative for what leaves it. Funds are available at once. */
export function moveBalance(
  sandbox: SandboxState,
  kind: keyof typeof kinds,
  movement: { amountCents: number; currency: string; source: string; description: string | null },
): BalanceTransaction {
  const { amountCents, source, description } = movement;
  const now = nowSeconds(sandbox);
  const feeCents = feeOf(kind, amountCents);
  const moved: BalanceTransaction = {
    id: makeIdentifier("txn"),
    object: "balance_transaction",
    amount: amountCents,
    available_on: now,
    balance_type: "payments",
    created: now,
    currency: movement.currency,
    description,
    exchange_rate: null,
    fee: feeCents,
    fee_details:
      feeCents === 0
        ? []
        : [
            {
              amount: feeCents,
              application: null,
              currency: movement.currency,
              description: kind === "dispute" ? "Dispute fee" : "Stripe processing fees",
              type: "stripe_fee",
            },
          ],
    net: amountCents - feeCents,
    reporting_category: kinds[kind].category,
    source,
    status: "available",
    type: kinds[kind].type,
  };
  insertObject(sandbox.database, moved);
  return moved;
}

/** Retrieve, and list (filters `type`, `source`, `currency`). */
export const balanceTransactionEndpoints: Endpoint[] = [
  retrieveEndpoint<BalanceTransaction>({
    path: "/v1/balance_transactions",
    kind: "balance_transaction",
    noun: "balance transaction",
  }),
  listEndpoint<BalanceTransaction>({
    path: "/v1/balance_transactions",
    kind: "balance_transaction",
    noun: "balance transaction",
    filters: {
      currency: { reader: optional(currency), field: "currency" },
      source: { reader: optional(text(255)), field: "source" },
      type: {
        reader: optional(choice("adjustment", "charge", "refund", "refund_failure")),
        field: "type",
      },
    },
  }),
];
