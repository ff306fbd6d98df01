import * as z from "zod";
import { roleAccess } from "#platform/rules/role-access.ts";
import {
  paymentTabs,
  paymentTypes,
  providerEventStates,
  reconciliationCauses,
} from "#money/rules/payment.ts";
import {
  amountCents,
  csvFile,
  dollars,
  done,
  line,
  locale,
  pageNumber,
  pageSize,
  providerPage,
  text,
  time,
  timeZone,
} from "#platform/contract/fields.ts";
import { procedure } from "#platform/contract/procedure.ts";

const payment = z.object({
  id: z.string(),
  references: z
    .array(z.string())
    .describe(
      "Its other ids at the provider: of payment intent and charge, or of what it gives back",
    ),
  user_email: z.string().describe("'Unknown' if missing"),
  type: z.enum(paymentTypes),
  description: z.string(),
  amount: z.number().describe("In units of the currency; negative for refunds and disputes"),
  currency: z.string(),
  date: z.string().describe("ISO 8601"),
  status: z.string(),
});
payment.register(z.globalRegistry, { id: "Payment" });
export type Payment = z.infer<typeof payment>;

export const functions = {
  createWalletDeposit: procedure({
    method: "POST",
    path: "/functions/create-wallet-deposit",
    access: "signedIn",
    transaction: "own",
    summary: "Open a deposit's hosted checkout for the signed-in user",
    description:
      "Records a new pending deposit with every call, and returns the address of the page to open. `userId` and `userEmail` are ignored.",
    errors: ["invalid_amount", "deposit_failed"],
  })
    .input(
      z.strictObject({
        amount: dollars,
        userId: text(64).optional(),
        userEmail: line(254).optional(),
      }),
    )
    .output(providerPage),

  verifyWalletDeposit: procedure({
    method: "POST",
    path: "/functions/verify-wallet-deposit",
    access: "signedIn",
    transaction: "own",
    summary: "Settle a deposit on return from the provider",
    description:
      "Asks the provider whether the checkout is paid, and credits the wallet once if it is. A repeat changes nothing.",
    errors: ["unavailable"],
  })
    .input(z.strictObject({ sessionId: text(255) }))
    .output(
      z.object({
        success: z.boolean(),
        amount: z.number().nullable().describe("Dollars"),
        message: z.string(),
      }),
    ),

  getStripePayments: procedure({
    method: "POST",
    path: "/functions/get-stripe-payments",
    access: roleAccess.money,
    actsOn: "none",
    transaction: "none",
    isLong: true,
    summary: "List payments, live from the provider",
    description:
      "Reads from the provider with each call, and returns amounts in units of the currency. It changes nothing.",
    errors: ["payments_unavailable", "busy"],
  })
    .input(
      z.strictObject({
        limit: z.int().min(1).max(100).default(100),
        type: z.enum(paymentTabs).default("all"),
      }),
    )
    .output(z.object({ payments: z.array(payment) })),
};

const providerEvent = z.object({
  id: z.string().describe("The provider's id"),
  type: z.string(),
  state: z
    .enum(providerEventStates)
    .describe("failed: it will be retried; dead: it is no longer retried until an admin does"),
  attempts: z.int(),
  lastError: z.string().nullable(),
  objectId: z.string().nullable().describe("The id of its object at the provider"),
  receivedAt: time,
  processedAt: time.nullable(),
});
providerEvent.register(z.globalRegistry, { id: "ProviderEvent" });
export type ProviderEventRecord = z.infer<typeof providerEvent>;

const finding = z.object({
  kind: z.string(),
  subject: z.string().describe("The id of the deposit, payment, invoice or subscription"),
  amountCents,
  sentence: z.string(),
});
finding.register(z.globalRegistry, { id: "Finding" });
export type Finding = z.infer<typeof finding>;

const reconciliation = z.object({
  id: z.string(),
  cause: z.enum(reconciliationCauses),
  startedAt: time,
  finishedAt: time,
  windowStartsAt: time,
  windowEndsAt: time,
  paymentsCompared: z.int(),
  repairedCount: z.int(),
  differenceCents: amountCents.describe("The sum of the differences left after the repairs"),
  repairs: z.array(finding),
  differences: z.array(finding),
});
reconciliation.register(z.globalRegistry, { id: "Reconciliation" });
export type Reconciliation = z.infer<typeof reconciliation>;

export const payments = {
  exportPayments: procedure({
    method: "GET",
    path: "/admin/payments/payments.csv",
    access: roleAccess.money,
    isLong: true,
    limit: "listDownloadsPerAccount",
    audit: { name: "payments" },
    summary: "Download the newest payments as a CSV file, live from the provider",
    description:
      "Sends those of the newest 100 payments of `type` that `search` finds in email, id or description, and that were made at `from` or later. Two downloads of an account run at once, and the audit log has each.",
    errors: ["payments_unavailable", "busy"],
  })
    .input(
      z.strictObject({
        type: z.enum(paymentTabs).default("all"),
        search: line(200).default(""),
        from: time.optional(),
        timeZone,
        locale,
      }),
    )
    .output(csvFile),

  listProviderEvents: procedure({
    method: "GET",
    path: "/admin/provider-events",
    access: roleAccess.money,
    summary: "List the payment provider's events and their processing, newest first",
    description:
      "Lists what the provider's webhook delivered. `unfinished` counts all events that are not processed yet, whatever the filter.",
  })
    .input(
      z.strictObject({
        state: z.enum(["all", ...providerEventStates]).default("all"),
        page: pageNumber,
        pageSize,
      }),
    )
    .output(
      z.object({
        items: z.array(providerEvent),
        total: z.int(),
        unfinished: z.object({ received: z.int(), failed: z.int(), dead: z.int() }),
      }),
    ),

  retryProviderEvent: procedure({
    method: "POST",
    path: "/admin/provider-events/{eventId}/retry",
    access: roleAccess.money,
    actsOn: "none",
    audit: { field: "eventId" },
    transaction: "own",
    summary: "Process an event again now; a processed one stays as it is",
    description:
      "Returns the event, with its error if it failed again. No effect happens twice; the audit log records the call.",
    errors: ["not_found"],
  })
    .input(z.strictObject({ eventId: text(255) }))
    .output(providerEvent),

  listReconciliations: procedure({
    method: "GET",
    path: "/admin/reconciliations",
    access: roleAccess.money,
    summary: "List reconciliations of ledger and provider, newest first",
    description:
      "Lists finished reconciliations with their repairs and remaining differences. It changes nothing.",
  })
    .input(z.strictObject({ page: pageNumber, pageSize }))
    .output(z.object({ items: z.array(reconciliation), total: z.int() })),

  startReconciliation: procedure({
    method: "POST",
    path: "/admin/reconciliations",
    access: roleAccess.money,
    actsOn: "none",
    limit: "reconciliationsPerAccount",
    audit: { name: "reconciliations" },
    summary: "Start a reconciliation now, in addition to the nightly one",
    description:
      "Starts a job and returns at once; its report appears in payments.listReconciliations. Ten can be started in an hour.",
  })
    .input(z.strictObject({}).default({}))
    .output(done),
};
