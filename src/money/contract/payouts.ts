import * as z from "zod";
import { roleAccess } from "#platform/rules/role-access.ts";
import { payoutOutcomes } from "#money/rules/payment.ts";
import {
  amountCents,
  csvFile,
  dollars,
  done,
  id,
  idempotencyKey,
  locale,
  nothing,
  pageNumber,
  pageSize,
  text,
  time,
  timeZone,
} from "#platform/contract/fields.ts";
import { procedure } from "#platform/contract/procedure.ts";

const outcome = z.enum(payoutOutcomes);
outcome.register(z.globalRegistry, { id: "PayoutOutcome" });

/** What customers and staff see of a payout. */
const payoutProgress = z.object({
  id,
  amountCents: amountCents.describe("Held for it while it is open"),
  createdAt: time,
  settledAt: time.nullable(),
  outcome: outcome.nullable().describe("How it ended; null while it is open"),
  reason: z.string().nullable().describe("Why it was declined"),
  reference: z.string().nullable().describe("The reference of the bank transfer that paid it"),
});

const payout = z.object({
  ...payoutProgress.shape,
  destination: z
    .string()
    .nullable()
    .describe("The end of the account number; null once the payout has ended"),
  startedAt: time
    .nullable()
    .describe("When an admin began to pay it; from then on it cannot be withdrawn"),
});
payout.register(z.globalRegistry, { id: "Payout" });

export type Payout = z.infer<typeof payout>;

const payoutRequest = z.object({
  ...payoutProgress.shape,
  userId: id,
  userEmail: z.string(),
  balanceCents: amountCents.describe("What the customer can spend now, without this hold"),
  startedAt: time.nullable().describe("When an admin was first shown the destination"),
  startedBy: z.string().nullable().describe("The email of that admin"),
});
payoutRequest.register(z.globalRegistry, { id: "PayoutRequest" });

export type PayoutRequest = z.infer<typeof payoutRequest>;

export const payouts = {
  readPayout: procedure({
    method: "GET",
    path: "/wallet/payout",
    access: "signedIn",
    summary: "Read the open payout of the signed-in user, or the newest one that has ended",
    description:
      "Returns null if the signed-in user has never requested a payout. Of the destination only its end is shown.",
  })
    .input(nothing)
    .output(z.object({ payout: payout.nullable() })),

  requestPayout: procedure({
    method: "POST",
    path: "/wallet/payout",
    access: "signedIn",
    reauthentication: true,
    idempotent: true,
    summary: "Request a payout from the wallet; the amount is held until the payout ends",
    description:
      "Needs a password confirmation within 15 minutes. One payout can be open at a time; a repeat with the same key returns the same payout.",
    errors: [
      "missing_information",
      "invalid_payout_amount",
      "nothing_to_pay_out",
      "payout_above_balance",
      "payout_requested",
    ],
  })
    .input(
      z.strictObject({
        amount: dollars.describe("From 1.00 up to what can be spent"),
        details: text(2000).describe("The destination, such as a bank account"),
        idempotencyKey,
      }),
    )
    .output(payout),

  withdrawPayout: procedure({
    method: "POST",
    path: "/wallet/payout/withdrawal",
    access: "signedIn",
    summary: "Withdraw the own payout request while no admin has begun to pay it",
    description: "Releases the held amount and deletes the destination. A repeat changes nothing.",
    errors: ["not_found", "payout_started", "conflict"],
  })
    .input(z.strictObject({ payoutRequestId: id }))
    .output(payout),

  listPayoutRequests: procedure({
    method: "GET",
    path: "/admin/payout-requests",
    access: roleAccess.money,
    summary: "List the payout requests of all customers, open ones first, then the newest",
    description:
      "Lists requests with what is held for them. Their destinations are shown by wallet.startPayout only.",
  })
    .input(z.strictObject({ page: pageNumber, pageSize }))
    .output(z.object({ items: z.array(payoutRequest), total: z.int(), openCount: z.int() })),

  exportPayoutRequests: procedure({
    method: "GET",
    path: "/admin/payout-requests/payouts.csv",
    access: roleAccess.money,
    isLong: true,
    limit: "listDownloadsPerAccount",
    audit: { name: "payoutRequests" },
    summary: "Download the payout requests of all customers as a CSV file, newest first",
    description:
      "Sends what wallet.listPayoutRequests lists, without destinations. Two downloads of an account run at once, and the audit log has each.",
    errors: ["busy"],
  })
    .input(z.strictObject({ timeZone, locale }))
    .output(csvFile),

  startPayout: procedure({
    method: "POST",
    path: "/admin/payout-requests/{payoutRequestId}/start",
    access: roleAccess.money,
    actsOn: "payout",
    reauthentication: true,
    audit: "stated",
    summary: "Show the destination; from then on the customer cannot withdraw the request",
    description:
      "Needs a password confirmation within 15 minutes, and the audit log records every call. The response names the admin who was shown it first.",
    errors: ["not_found", "conflict"],
  })
    .input(z.strictObject({ payoutRequestId: id }))
    .output(
      z.object({
        details: z.string().describe("The destination, such as a bank account"),
        startedAt: time,
        startedBy: z.string().nullable(),
      }),
    ),

  settlePayoutRequest: procedure({
    method: "POST",
    path: "/admin/payout-requests/{payoutRequestId}/settlement",
    access: roleAccess.money,
    actsOn: "payout",
    reauthentication: true,
    audit: "stated",
    summary: "Debit a payout that was sent, or decline it; its destination is then deleted",
    description:
      "Needs a reference if it was paid, and a reason if not. The customer gets an email; a repeat by the same admin changes nothing.",
    errors: ["not_found", "conflict", "missing_information", "insufficient_balance"],
  })
    .input(
      z.strictObject({
        payoutRequestId: id,
        isPaid: z.boolean(),
        reference: text(140)
          .default("")
          .describe("The reference of the bank transfer; required when it is paid"),
        reason: text(500)
          .default("")
          .describe("Required when it is declined; shown to the customer"),
      }),
    )
    .output(done),
};
