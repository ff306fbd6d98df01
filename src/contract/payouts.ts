// Payouts: customers request them from their wallet, admins settle them.
import * as z from "zod";
import {
  dollars,
  done,
  id,
  idempotencyKey,
  nothing,
  pageNumber,
  pageSize,
  text,
  time,
} from "./fields.ts";
import { procedure } from "./procedure.ts";
import { payout, payoutRequest } from "./users.ts";

export const payouts = {
  readPayout: procedure({
    method: "GET",
    path: "/account/payout",
    access: "signedIn",
    summary: "The open payout of the person, else the newest that ended",
  })
    .input(nothing)
    .output(z.object({ payout: payout.nullable() })),

  requestPayout: procedure({
    method: "POST",
    path: "/account/payout",
    access: "signedIn",
    summary: "Ask for money of the wallet to be paid out; it is set aside until that is done",
    errors: [
      "missing_information",
      "invalid_payout_amount",
      "reauthentication_required",
      "nothing_to_pay_out",
      "payout_above_balance",
      "payout_requested",
      "idempotency_key_reused",
    ],
  })
    .input(
      z.strictObject({
        amount: dollars.describe("From 1.00 up to what can be spent"),
        details: text(2000).describe("Where the money is to go"),
        idempotencyKey,
      }),
    )
    .output(payout),

  withdrawPayout: procedure({
    method: "POST",
    path: "/account/payout/withdrawal",
    access: "signedIn",
    summary:
      "Take back the own request for a payout while it is open and nobody has begun to pay it",
    errors: ["not_found", "payout_started", "conflict"],
  })
    .input(z.strictObject({ payoutRequestId: id }))
    .output(payout),

  listPayoutRequests: procedure({
    method: "GET",
    path: "/admin/payout-requests",
    access: "admin",
    summary: "Payouts that customers asked for, open ones first, then the newest",
  })
    .input(z.strictObject({ page: pageNumber, pageSize }))
    .output(z.object({ items: z.array(payoutRequest), total: z.int(), openCount: z.int() })),

  startPayout: procedure({
    method: "POST",
    path: "/admin/payout-requests/{payoutRequestId}/start",
    access: "admin",
    summary: "Show where the money is to go; from then on the customer cannot withdraw the request",
    errors: ["not_found", "conflict", "reauthentication_required", "own_wallet"],
  })
    .input(z.strictObject({ payoutRequestId: id }))
    .output(
      z.object({
        details: z.string().describe("Where the money is to go"),
        startedAt: time,
        startedBy: z.string().nullable(),
      }),
    ),

  settlePayoutRequest: procedure({
    method: "POST",
    path: "/admin/payout-requests/{payoutRequestId}/settlement",
    access: "admin",
    summary: "Debit a payout that was sent, or decline it; where it was to go is then forgotten",
    errors: [
      "not_found",
      "conflict",
      "missing_information",
      "reauthentication_required",
      "own_wallet",
      "insufficient_balance",
    ],
  })
    .input(
      z.strictObject({
        payoutRequestId: id,
        isPaid: z.boolean(),
        reference: text(140).default("").describe("Of the bank transfer; required when it is paid"),
        reason: text(500)
          .default("")
          .describe("Why it is declined, required then; the customer is told it"),
      }),
    )
    .output(done),
};
