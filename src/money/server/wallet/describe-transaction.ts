import * as z from "zod";
import type { Transaction } from "#money/contract/wallet.ts";
import { planName } from "#platform/contract/plan-name.ts";
import type { Language } from "#platform/rules/language.ts";
import type { TransactionType } from "#money/rules/ledger.ts";
import { codeOfStoredReason, ledgerReasonCodes } from "#money/rules/ledger-reason.ts";
import { depositCheckoutHours } from "#platform/rules/money.ts";
import { translate } from "#platform/server/translate.ts";
import type { TransactionRow } from "./transaction-queries.ts";

/** The metadata that a transaction's owner may see; the rest is for admins. */
const shownMetadata = z.object({
  reason: z.string().nullish(),
  /** In place of a reason, where it is not one that somebody typed. */
  reasonCode: z.enum(ledgerReasonCodes).nullish(),
  reference: z.string().nullish(),
  legNumber: z.int().nullish(),
  trackingNumber: z.string().nullish(),
  packageId: z.string().nullish(),
  shipRequestId: z.string().nullish(),
  plan: planName.nullish(),
  isPayout: z.boolean().nullish(),
});

const checkoutMilliseconds = depositCheckoutHours * 60 * 60 * 1000;

/** Why the money moved, as somebody typed it, or in `language`; null when it is not recorded. */
function reasonOf(
  type: TransactionType,
  { reason, reasonCode, reference }: z.infer<typeof shownMetadata>,
  language: Language,
): string | null {
  const code = reasonCode ?? codeOfStoredReason(type, reason ?? "");
  if (code === null) return reason ?? null;
  return translate(language, `records.reason.${code}`, { reference: reference ?? "" });
}

/** The metadata that a transaction's owner may see, in `language`, with null for what is missing. */
export function describeMetadata(
  { type, metadata }: Pick<TransactionRow, "type" | "metadata">,
  language: Language,
): Pick<
  Transaction,
  "reason" | "legNumber" | "trackingNumber" | "packageId" | "shipRequestId" | "plan" | "isPayout"
> {
  const shown = shownMetadata.parse(metadata);
  const { legNumber, trackingNumber, packageId, shipRequestId, plan, isPayout } = shown;
  return {
    reason: reasonOf(type, shown, language),
    legNumber: legNumber ?? null,
    trackingNumber: trackingNumber ?? null,
    packageId: packageId ?? null,
    ...(typeof shipRequestId === "string" && { shipRequestId }),
    plan: plan ?? null,
    ...(isPayout === true && { isPayout }),
  };
}

/** The transaction as the contract defines it, in `language`. */
export function describeTransaction(row: TransactionRow, language: Language): Transaction {
  return {
    id: row.id,
    type: row.type,
    amountCents: Number(row.amountCents),
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    ...describeMetadata(row, language),
    ...(row.type === "deposit" &&
      row.status === "pending" && {
        payableUntil: new Date(row.createdAt.getTime() + checkoutMilliseconds).toISOString(),
      }),
  };
}
