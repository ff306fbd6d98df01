import type { RefundShortfall } from "#money/contract/wallet.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { listShortfalls } from "./reversal-queries.ts";

const maximumRows = 500;

/**
 * Deposits of which the provider refunded more than the wallet could pay, the newest first. The rest is debited as
 * soon as the wallet has it, at the latest by the nightly reconciliation.
 */
export async function listRefundShortfalls({
  db,
}: SignedInContext): Promise<{ items: RefundShortfall[] }> {
  const rows = await listShortfalls(db, maximumRows);
  const items = rows.map((row) => ({
    ...row,
    amountCents: Number(row.amountCents),
    refundedCents: Number(row.refundedCents),
    debitedCents: Number(row.debitedCents),
    createdAt: row.createdAt.toISOString(),
  }));
  return { items };
}
