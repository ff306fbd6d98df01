// What may be asked about wallets: balance, history, deposits, and adjustments by staff.
import * as z from "zod";
import { amountCents, id, nothing, planName, requestKey, text, time } from "./fields.ts";
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
  plan: planName.nullable(),
});
export type Transaction = z.infer<typeof transaction>;

const balance = z.object({
  balanceCents: amountCents.describe("What can be spent"),
});

/** An amount as a person types it: dollars as a number or decimal text, never rounded. */
const dollars = z.union([z.number(), z.string().max(40)]);

const area = "wallet";

export const wallet = {
  readWallet: procedure({
    method: "GET",
    path: "/wallet",
    door: "signedIn",
    area,
    summary: "The own balance",
  })
    .input(nothing)
    .output(balance),

  listTransactions: procedure({
    method: "GET",
    path: "/wallet/transactions",
    door: "signedIn",
    area,
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
    door: "signedIn",
    area,
    summary: "Open the provider's hosted checkout for a deposit of 1.00 to 10,000.00 dollars",
    refuses: ["invalid_amount", "deposit_failed", "request_key_reused"],
  })
    .input(z.strictObject({ amount: dollars, requestKey }))
    .output(z.object({ url: z.url() })),

  verifyDeposit: procedure({
    method: "POST",
    path: "/wallet/deposits/verify",
    door: "signedIn",
    area,
    summary: "Settle a deposit on return from the provider; asking again changes nothing",
    refuses: ["unavailable"],
  })
    .input(z.strictObject({ sessionId: text(255) }))
    .output(
      z.object({ success: z.boolean(), amountCents: amountCents.nullable(), message: z.string() }),
    ),

  adjustWallet: procedure({
    method: "POST",
    path: "/admin/users/{userId}/wallet/adjustments",
    door: "admin",
    area,
    summary: "Credit a customer's wallet or deduct a fee from it, with a reason",
    refuses: [
      "not_found",
      "missing_information",
      "invalid_adjustment_amount",
      "fresh_proof_required",
      "insufficient_balance",
      "own_wallet",
      "request_key_reused",
    ],
  })
    .input(
      z.strictObject({
        userId: id,
        kind: z.enum(["credit", "deduction"]),
        amount: dollars,
        reason: text(500),
        legNumber: z.int().min(1).max(3).optional(),
        requestKey,
      }),
    )
    .output(z.object({ transaction, balanceCents: amountCents })),
};
