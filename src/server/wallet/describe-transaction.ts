import * as z from "zod";
import type { Transaction } from "#contract/wallet.ts";
import { planName } from "#contract/fields.ts";
import { depositCheckoutHours } from "#core/money.ts";
import type { TransactionRow } from "./transaction-queries.ts";

/** The metadata that a transaction's owner may see; the rest is for admins. */
const shownMetadata = z.object({
  reason: z.string().nullish(),
  legNumber: z.int().nullish(),
  trackingNumber: z.string().nullish(),
  packageId: z.string().nullish(),
  plan: planName.nullish(),
  isPayout: z.boolean().nullish(),
});

const checkoutMilliseconds = depositCheckoutHours * 60 * 60 * 1000;

/** The metadata that a transaction's owner may see, with null for what is missing. */
export function describeMetadata(
  metadata: Record<string, unknown>,
): Pick<
  Transaction,
  "reason" | "legNumber" | "trackingNumber" | "packageId" | "plan" | "isPayout"
> {
  const { reason, legNumber, trackingNumber, packageId, plan, isPayout } =
    shownMetadata.parse(metadata);
  return {
    reason: reason ?? null,
    legNumber: legNumber ?? null,
    trackingNumber: trackingNumber ?? null,
    packageId: packageId ?? null,
    plan: plan ?? null,
    ...(isPayout === true && { isPayout }),
  };
}

/** The transaction as the contract defines it. */
export function describeTransaction(row: TransactionRow): Transaction {
  return {
    id: row.id,
    type: row.type,
    amountCents: Number(row.amountCents),
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    ...describeMetadata(row.metadata),
    ...(row.type === "deposit" &&
      row.status === "pending" && {
        payableUntil: new Date(row.createdAt.getTime() + checkoutMilliseconds).toISOString(),
      }),
  };
}
