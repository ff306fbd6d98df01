// What may be asked about wallets: balance, history, deposits, and adjustments by staff.
import * as z from "zod";
import {
  amountCents,
  dollars,
  id,
  nothing,
  planName,
  idempotencyKey,
  text,
  time,
} from "./fields.ts";
import { procedure } from "./procedure.ts";

export const transactionType = z.enum([
  "deposit",
  "shipping_fee",
  "admin_credit",
  "refund",
  "subscription",
  "deposit_refund",
  "dispute",
  "dispute_release",
  "payout",
]);
export const transactionStatus = z.enum(["completed", "pending", "failed", "canceled"]);

const transaction = z.object({
  id,
  type: transactionType,
  amountCents: amountCents.describe("Positive; the type says which way it went"),
  status: transactionStatus,
  createdAt: time,
  reason: z.string().nullable(),
  legNumber: z.int().nullable(),
  trackingNumber: z.string().nullable().optional().describe("Of the package that a held fee names"),
  plan: planName.nullable(),
  isPayout: z
    .boolean()
    .optional()
    .describe("A payout of before there was a type for it, taken as a deduction"),
  payableUntil: time
    .optional()
    .describe("Of a pending deposit: when its checkout closes at the latest"),
});
export type Transaction = z.infer<typeof transaction>;

const hold = z.object({
  id,
  type: z
    .enum(["shipping_fee", "payout"])
    .describe("The transaction that it becomes when it is settled"),
  amountCents: amountCents.describe("What is set aside"),
  state: z.enum(["held", "settled", "released"]),
  settledCents: amountCents.nullable().describe("What it came to in the end"),
  reason: z.string(),
  legNumber: z.int().nullable(),
  packageId: id.nullable(),
  trackingNumber: z.string().nullable().optional().describe("Of the package, while there is one"),
  heldAt: time,
  endedAt: time.nullable(),
});
export type Hold = z.infer<typeof hold>;

const balance = z.object({
  balanceCents: amountCents.describe("What can be spent"),
  heldCents: amountCents.optional().describe("What open holds have set aside beside it"),
  holds: z.array(hold).optional().describe("The open holds, the newest first"),
});

const refundShortfall = z.object({
  depositId: id,
  userId: id,
  email: z.string(),
  paymentIntentId: z.string().nullable().describe("The payment at the provider"),
  amountCents: amountCents.describe("What was deposited"),
  refundedCents: amountCents.describe("What the provider gave back"),
  debitedCents: amountCents.describe("What of that was taken off the wallet"),
  createdAt: time,
});
export type RefundShortfall = z.infer<typeof refundShortfall>;

const statement = z.object({
  month: z.string(),
  startsAt: time,
  endsAt: time,
  isComplete: z.boolean().describe("false while the month goes on"),
  fullName: z.string(),
  email: z.string(),
  openingCents: amountCents,
  inCents: amountCents,
  outCents: amountCents,
  closingCents: amountCents,
  lines: z.array(
    z.object({
      id,
      type: transactionType,
      at: time,
      amountCents: amountCents.describe("Positive"),
      changeCents: amountCents.describe("What it did to the balance; 0 for a plan paid by card"),
      balanceCents: amountCents.describe("The balance after it"),
      reason: z.string().nullable(),
      legNumber: z.int().nullable(),
      trackingNumber: z.string().nullable().optional(),
      plan: planName.nullable(),
      isPayout: z.boolean().optional(),
    }),
  ),
});
export type Statement = z.infer<typeof statement>;

const endedHold = z.object({ hold, balanceCents: amountCents.describe("What can be spent then") });
const insufficientForHolds = [
  "not_found",
  "missing_information",
  "invalid_adjustment_amount",
  "reauthentication_required",
  "own_wallet",
] as const;

export const wallet = {
  readWallet: procedure({
    method: "GET",
    path: "/wallet",
    access: "signedIn",
    summary: "The own balance",
  })
    .input(nothing)
    .output(balance),

  listTransactions: procedure({
    method: "GET",
    path: "/wallet/transactions",
    access: "signedIn",
    summary: "The own history, newest first, ten at a time",
  })
    .input(
      z.strictObject({
        before: text(120).optional().describe("Cursor of the page before, from olderThan"),
      }),
    )
    .output(z.object({ items: z.array(transaction), olderThan: z.string().nullable() })),

  startDeposit: procedure({
    method: "POST",
    path: "/wallet/deposits",
    access: "signedIn",
    summary: "Open the provider's hosted checkout for a deposit of 1.00 to 10,000.00 dollars",
    errors: ["invalid_amount", "deposit_failed", "idempotency_key_reused"],
  })
    .input(z.strictObject({ amount: dollars, idempotencyKey }))
    .output(z.object({ url: z.url() })),

  resumeDeposit: procedure({
    method: "POST",
    path: "/wallet/transactions/{transactionId}/checkout",
    access: "signedIn",
    summary: "Find the way back to the open checkout of an own deposit that is not paid yet",
    errors: ["not_found", "deposit_ended", "deposit_failed"],
  })
    .input(z.strictObject({ transactionId: id }))
    .output(z.object({ url: z.url() })),

  verifyDeposit: procedure({
    method: "POST",
    path: "/wallet/deposits/verify",
    access: "signedIn",
    summary: "Settle a deposit on return from the provider; asking again changes nothing",
    errors: ["unavailable"],
  })
    .input(z.strictObject({ sessionId: text(255) }))
    .output(
      z.object({ success: z.boolean(), amountCents: amountCents.nullable(), message: z.string() }),
    ),

  adjustWallet: procedure({
    method: "POST",
    path: "/admin/users/{userId}/wallet/adjustments",
    access: "admin",
    summary: "Credit a customer's wallet or deduct a fee from it, with a reason",
    errors: [
      "not_found",
      "missing_information",
      "invalid_adjustment_amount",
      "reauthentication_required",
      "insufficient_balance",
      "own_wallet",
      "idempotency_key_reused",
    ],
  })
    .input(
      z.strictObject({
        userId: id,
        kind: z.enum(["credit", "deduction"]),
        amount: dollars,
        reason: text(500),
        legNumber: z.int().min(1).max(3).optional(),
        idempotencyKey,
      }),
    )
    .output(z.object({ transaction, balanceCents: amountCents })),

  readUserWallet: procedure({
    method: "GET",
    path: "/admin/users/{userId}/wallet",
    access: "admin",
    summary: "A customer's balance, holds, newest transactions and newest packages",
    errors: ["not_found"],
  })
    .input(z.strictObject({ userId: id }))
    .output(
      z.object({
        balanceCents: amountCents.describe("What can be spent"),
        heldCents: amountCents,
        holds: z.array(hold).describe("Ended ones too, the newest first"),
        transactions: z.array(transaction),
        packages: z
          .array(z.object({ id, trackingNumber: z.string() }))
          .optional()
          .describe("The newest, which a fee may be held for"),
      }),
    ),

  holdShippingFee: procedure({
    method: "POST",
    path: "/admin/users/{userId}/wallet/holds",
    access: "admin",
    summary: "Set a quoted shipping fee aside in a customer's wallet",
    errors: [...insufficientForHolds, "insufficient_balance", "idempotency_key_reused"],
  })
    .input(
      z.strictObject({
        userId: id,
        amount: dollars,
        reason: text(500),
        legNumber: z.int().min(1).max(3).optional(),
        packageId: id.optional(),
        idempotencyKey,
      }),
    )
    .output(endedHold),

  settleHold: procedure({
    method: "POST",
    path: "/admin/holds/{holdId}/settlement",
    access: "admin",
    summary: "Take a held fee at its final amount; a difference is a row of its own",
    errors: [...insufficientForHolds, "insufficient_balance", "conflict"],
  })
    .input(z.strictObject({ holdId: id, amount: dollars, reason: text(500).default("") }))
    .output(endedHold),

  releaseHold: procedure({
    method: "POST",
    path: "/admin/holds/{holdId}/release",
    access: "admin",
    summary: "Give free what a hold has set aside; its row is canceled",
    errors: [...insufficientForHolds, "conflict"],
  })
    .input(z.strictObject({ holdId: id, reason: text(500) }))
    .output(endedHold),

  listRefundShortfalls: procedure({
    method: "GET",
    path: "/admin/refund-shortfalls",
    access: "admin",
    summary: "Refunds at the provider that customers had spent already",
  })
    .input(nothing)
    .output(z.object({ items: z.array(refundShortfall) })),

  readStatement: procedure({
    method: "GET",
    path: "/wallet/statements/{month}",
    access: "signedIn",
    summary:
      "The own statement of a month in UTC, with the balance before, after each line and at the end",
  })
    .input(
      z.strictObject({
        month: z
          .string()
          .regex(/^20\d\d-(0[1-9]|1[0-2])$/, "A month is written like 2026-04.")
          .describe("Like 2026-04"),
      }),
    )
    .output(statement),
};
