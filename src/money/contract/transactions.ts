// The movements of a wallet as its customer reads them.
import * as z from "zod";
import { transactionStatuses, transactionTypes } from "#money/rules/ledger.ts";
import { amountCents, id, planName, time } from "#platform/contract/fields.ts";

export const transactionType = z.enum(transactionTypes);
transactionType.register(z.globalRegistry, { id: "TransactionType" });
export const transactionStatus = z.enum(transactionStatuses);

/** What a transaction and the line of a statement have in common. */
export const walletMovement = z.object({
  id,
  type: transactionType,
  amountCents: amountCents.describe("Positive; the type decides the direction"),
  reason: z.string().nullable(),
  legNumber: z.int().nullable(),
  trackingNumber: z
    .string()
    .nullable()
    .optional()
    .describe("Of the package that a held fee is for"),
  plan: planName.nullable(),
});

/** How a package is named beside its tracking number. */
export const packageName = z
  .string()
  .optional()
  .describe(
    "How its customer calls that package, P-1024 with its contents; absent without a warehouse, and once it is deleted",
  );

export const transaction = z.object({
  ...walletMovement.shape,
  status: transactionStatus,
  createdAt: time,
  packageId: id.nullable().optional().describe("The package that a held fee is for"),
  packageName,
  shipRequestId: id.nullable().optional().describe("The ship request that it pays"),
  caseId: id.optional().describe("Of a compensation the case in which it was granted"),
  payableUntil: time
    .optional()
    .describe("Of a pending deposit: the latest time at which its checkout closes"),
});
transaction.register(z.globalRegistry, { id: "Transaction" });
export type Transaction = z.infer<typeof transaction>;

export const historyRow = transaction.extend({
  shipment: z
    .object({
      name: z
        .string()
        .nullable()
        .describe("How its customer calls the package; null once it is deleted"),
      destination: z.string().nullable(),
      status: transactionStatus.describe("Pending while any of them is"),
      sumCents: z
        .int()
        .describe("What they come to, below zero for a cost; without what is canceled"),
      transactions: z.array(transaction).describe("All of the ship request, the newest first"),
    })
    .optional()
    .describe("The ship request that it is the newest transaction of, in a history by shipment"),
});
historyRow.register(z.globalRegistry, { id: "HistoryRow" });
export type HistoryRow = z.infer<typeof historyRow>;
