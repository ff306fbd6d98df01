import * as z from "zod";
import { roleAccess } from "#platform/rules/role-access.ts";
import { adjustmentKinds, holdStates, holdTypes, transactionTypes } from "#money/rules/ledger.ts";
import {
  amountCents,
  csvFile,
  dollars,
  id,
  line,
  locale,
  nothing,
  providerPage,
  idempotencyKey,
  text,
  time,
  timeZone,
  reason,
} from "#platform/contract/fields.ts";
import { procedure } from "#platform/contract/procedure.ts";
import {
  historyRow,
  packageName,
  transaction,
  transactionType,
  walletMovement,
} from "./transactions.ts";

/** Whether staff go on where a ship request would do it by itself. */
export const ignoresShipRequest = z.boolean().default(false).meta({
  id: "IgnoresShipRequest",
  description:
    "Confirms the change of a package with an open ship request, which moves and charges it by itself",
});

/** An amount in a query, where numbers are text. */
const soughtCents = z.coerce.number().int().min(0).max(100_000_000);

const hold = z.object({
  id,
  type: z.enum(holdTypes).describe("The transaction that it becomes when it is settled"),
  amountCents: amountCents.describe("The held amount"),
  state: z.enum(holdStates),
  settledCents: amountCents.nullable().describe("The final amount"),
  reason: z.string(),
  legNumber: z.int().nullable(),
  packageId: id.nullable(),
  shipRequestId: id.nullable().optional().describe("The ship request that it pays"),
  trackingNumber: z.string().nullable().optional().describe("Of the package, until it is deleted"),
  packageName,
  extraService: z
    .object({
      extraServiceRequestId: id,
      name: z.string().describe("In the reader's language"),
      inboundParcelId: id.nullable(),
      packageId: id.nullable(),
      isCancellable: z.boolean().describe("Whether it is not done yet"),
    })
    .optional()
    .describe("The extra service that it pays"),
  heldAt: time,
  endedAt: time.nullable(),
});
hold.register(z.globalRegistry, { id: "Hold" });
export type Hold = z.infer<typeof hold>;

const balance = z.object({
  balanceCents: amountCents.describe("What can be spent"),
  lowBalanceCents: amountCents
    .optional()
    .describe("A balance below this may not pay the next freight"),
  heldCents: amountCents.optional().describe("The sum of the open holds, which cannot be spent"),
  holds: z.array(hold).optional().describe("The open holds, the newest first"),
});
balance.register(z.globalRegistry, { id: "Balance" });

const refundShortfall = z.object({
  depositId: id,
  userId: id,
  email: z.string(),
  paymentIntentId: z.string().nullable().describe("The payment at the provider"),
  amountCents: amountCents.describe("What was deposited"),
  refundedCents: amountCents.describe("What the provider refunded"),
  debitedCents: amountCents.describe("What of that was debited from the wallet"),
  createdAt: time,
});
refundShortfall.register(z.globalRegistry, { id: "RefundShortfall" });
export type RefundShortfall = z.infer<typeof refundShortfall>;

const statement = z.object({
  month: z.string(),
  startsAt: time,
  endsAt: time,
  isComplete: z.boolean().describe("false until the month is over"),
  fullName: z.string(),
  email: z.string(),
  openingCents: amountCents,
  inCents: amountCents,
  outCents: amountCents,
  closingCents: amountCents,
  lines: z.array(
    z.object({
      ...walletMovement.shape,
      at: time,
      changeCents: amountCents.describe("The change of the balance; 0 for a plan paid by card"),
      balanceCents: amountCents.describe("The balance after it"),
    }),
  ),
});
statement.register(z.globalRegistry, { id: "Statement" });
export type Statement = z.infer<typeof statement>;

/** What staff say of a fee that a wallet pays or holds. */
const feeFields = z.object({
  amount: dollars,
  reason,
  legNumber: z.int().min(1).max(3).optional(),
  packageId: id.optional().describe("The package that a fee is for"),
  ignoresShipRequest,
  idempotencyKey,
});

const holdResult = z.object({
  hold,
  balanceCents: amountCents.describe("What can be spent afterwards"),
});
holdResult.register(z.globalRegistry, { id: "HoldResult" });
const holdErrors = ["not_found", "missing_information", "invalid_adjustment_amount"] as const;

export const wallet = {
  readWallet: procedure({
    method: "GET",
    path: "/wallet",
    access: "signedIn",
    summary: "Read the own balance and open holds",
    description:
      "Reads the wallet of the signed-in user and changes nothing. What is held cannot be spent, and is not part of the balance.",
  })
    .input(nothing)
    .output(balance),

  listTransactions: procedure({
    method: "GET",
    path: "/wallet/transactions",
    access: "signedIn",
    summary: "List the own transactions, newest first, ten at a time",
    description:
      "Send the `olderThan` of a page as `before` to get the next one; it is null on the last page. A search by type, amount or time reads the newest 10,000. By shipment, all transactions of a ship request are one row.",
  })
    .input(
      z.strictObject({
        before: text(120).optional().describe("The olderThan of the previous page"),
        types: z.array(transactionType).min(1).max(transactionTypes.length).optional(),
        fromCents: soughtCents.optional().describe("The least amount"),
        toCents: soughtCents.optional().describe("The largest amount"),
        createdFrom: time.optional(),
        createdBefore: time.optional(),
        by: z.enum(["transaction", "shipment"]).default("transaction"),
      }),
    )
    .output(z.object({ items: z.array(historyRow), olderThan: z.string().nullable() })),

  startDeposit: procedure({
    method: "POST",
    path: "/wallet/deposits",
    access: "signedIn",
    transaction: "own",
    summary: "Open the provider's hosted checkout for a deposit of 1.00 to 10,000.00 dollars",
    description:
      "Records a pending deposit and returns the address of the page to open. The same key always leads to the same checkout; money arrives once it is paid.",
    errors: ["invalid_amount", "deposit_failed", "idempotency_key_reused"],
  })
    .input(z.strictObject({ amount: dollars, idempotencyKey }))
    .output(providerPage),

  resumeDeposit: procedure({
    method: "POST",
    path: "/wallet/transactions/{transactionId}/checkout",
    access: "signedIn",
    transaction: "own",
    summary: "Return the open checkout of an own deposit that is not paid yet",
    description:
      "Needs the id of a pending deposit of the signed-in user, and returns the address of the page to open.",
    errors: ["not_found", "deposit_ended", "deposit_failed"],
  })
    .input(z.strictObject({ transactionId: id }))
    .output(providerPage),

  cancelDeposit: procedure({
    method: "POST",
    path: "/wallet/transactions/{transactionId}/cancellation",
    access: "signedIn",
    transaction: "own",
    summary: "Close the checkout of an own deposit that is not paid yet",
    description:
      "Needs the id of a deposit of the signed-in user, and returns its transaction: canceled, or completed if it was paid meanwhile. A repeat changes nothing.",
    errors: ["not_found", "deposit_failed"],
  })
    .input(z.strictObject({ transactionId: id }))
    .output(z.object({ transaction })),

  verifyDeposit: procedure({
    method: "POST",
    path: "/wallet/deposits/verify",
    access: "signedIn",
    transaction: "own",
    summary: "Settle a deposit on return from the provider; a repeat changes nothing",
    description:
      "Asks the provider whether the checkout is paid, and credits the wallet once if it is. A checkout of another user is answered like an unknown one.",
    errors: ["unavailable"],
  })
    .input(z.strictObject({ sessionId: text(255) }))
    .output(
      z.object({ success: z.boolean(), amountCents: amountCents.nullable(), message: z.string() }),
    ),

  adjustWallet: procedure({
    method: "POST",
    path: "/admin/users/{userId}/wallet/adjustments",
    access: roleAccess.money,
    actsOn: "wallet",
    reauthentication: true,
    audit: { field: "userId" },
    idempotent: true,
    summary: "Credit a customer's wallet or deduct a fee from it, with a reason",
    description:
      "Records transaction and audit entry together. A repeat with the same key returns the first result; admins cannot adjust their own wallet.",
    errors: [
      "not_found",
      "missing_information",
      "invalid_adjustment_amount",
      "insufficient_balance",
      "ship_request_open",
    ],
  })
    .input(
      z.strictObject({
        userId: id,
        kind: z.enum(adjustmentKinds),
        ...feeFields.shape,
      }),
    )
    .output(z.object({ transaction, balanceCents: amountCents })),

  readUserWallet: procedure({
    method: "GET",
    path: "/admin/users/{userId}/wallet",
    access: roleAccess.money,
    summary: "Read a customer's balance, holds, newest transactions and newest packages",
    description: "Reads the wallet of any customer for the pages of admins, and changes nothing.",
    errors: ["not_found"],
  })
    .input(z.strictObject({ userId: id }))
    .output(
      z.object({
        balanceCents: amountCents.describe("What can be spent"),
        heldCents: amountCents,
        holds: z.array(hold).describe("Open and ended, the newest first"),
        transactions: z.array(transaction),
        packages: z
          .array(z.object({ id, trackingNumber: z.string() }))
          .optional()
          .describe("The newest packages, which a fee can be held for"),
      }),
    ),

  listUserTransactions: procedure({
    method: "GET",
    path: "/admin/users/{userId}/wallet/transactions",
    access: roleAccess.money,
    summary: "List a customer's transactions by shipment, newest first, ten at a time",
    description: "The history as the customer sees it; pages are as in wallet.listTransactions.",
    errors: ["not_found"],
  })
    .input(
      z.strictObject({
        userId: id,
        before: text(120).optional().describe("The olderThan of the previous page"),
      }),
    )
    .output(z.object({ items: z.array(historyRow), olderThan: z.string().nullable() })),

  holdShippingFee: procedure({
    method: "POST",
    path: "/admin/users/{userId}/wallet/holds",
    access: roleAccess.money,
    actsOn: "wallet",
    reauthentication: true,
    audit: { field: "userId" },
    idempotent: true,
    summary: "Hold a quoted shipping fee in a customer's wallet",
    description:
      "Takes the amount out of what can be spent, and records a pending transaction. A repeat with the same key returns the same hold.",
    errors: [...holdErrors, "insufficient_balance", "ship_request_open"],
  })
    .input(
      z.strictObject({
        userId: id,
        ...feeFields.shape,
      }),
    )
    .output(holdResult),

  settleHold: procedure({
    method: "POST",
    path: "/admin/holds/{holdId}/settlement",
    access: roleAccess.money,
    actsOn: "hold",
    reauthentication: true,
    audit: "stated",
    summary: "Debit a held fee at its final amount; a difference is a transaction of its own",
    description:
      "Completes the pending transaction at the amount that was held. A repeat with the same amount changes nothing.",
    errors: [...holdErrors, "insufficient_balance", "conflict"],
  })
    .input(z.strictObject({ holdId: id, amount: dollars, reason: text(500).default("") }))
    .output(holdResult),

  releaseHold: procedure({
    method: "POST",
    path: "/admin/holds/{holdId}/release",
    access: roleAccess.money,
    actsOn: "hold",
    reauthentication: true,
    audit: "stated",
    summary: "Release a hold; its pending transaction is canceled",
    description:
      "Returns the amount to what the customer can spend, and records the reason in the audit log. A repeat changes nothing.",
    errors: [...holdErrors, "conflict"],
  })
    .input(z.strictObject({ holdId: id, reason }))
    .output(holdResult),

  exportHolds: procedure({
    method: "GET",
    path: "/admin/holds/holds.csv",
    access: roleAccess.money,
    isLong: true,
    limit: "listDownloadsPerAccount",
    audit: { name: "holds" },
    summary: "Download what is on hold now as a CSV file, newest first",
    description:
      "Sends the open holds of all customers, or of those whom `search` finds as in users.listUsers. Two downloads of an account run at once, and the audit log has each.",
    errors: ["busy"],
  })
    .input(z.strictObject({ search: line(200).default(""), timeZone, locale }))
    .output(csvFile),

  listRefundShortfalls: procedure({
    method: "GET",
    path: "/admin/refund-shortfalls",
    access: roleAccess.money,
    summary: "List refunds at the provider of money that customers had already spent",
    description:
      "Lists what is still to be debited, newest first. It is debited as soon as the balance covers it.",
  })
    .input(nothing)
    .output(z.object({ items: z.array(refundShortfall) })),

  readStatement: procedure({
    method: "GET",
    path: "/wallet/statements/{month}",
    access: "signedIn",
    summary:
      "Read the own statement of a month (UTC): the balance before, after each line and at the end",
    description:
      "Lists the month's transactions, oldest first, without holds. A plan paid by card is listed too, with a change of 0.",
  })
    .input(
      z.strictObject({
        month: z
          .string()
          .regex(/^20\d\d-(0[1-9]|1[0-2])$/, "A month is written like 2026-04.")
          .meta({ examples: ["2026-04"] }),
      }),
    )
    .output(statement),

  exportTransactions: procedure({
    method: "GET",
    path: "/wallet/transactions.csv",
    access: "signedIn",
    isLong: true,
    summary: "Download the own transactions as a CSV file, newest first",
    description:
      "Sends all transactions of the signed-in user, with amounts in dollars and times in the given time zone. Headings and labels are in the language of `locale`: English or Chinese. Two downloads of an account run at once.",
    errors: ["busy"],
  })
    .input(z.strictObject({ timeZone, locale }))
    .output(csvFile),
};
