// Lists for staff the refunds that customers had spent already.
import type { RefundShortfall } from "#contract/wallet.ts";
import type { SignedInContext } from "#server/context.ts";
import { selectShortfalls } from "./reversal-queries.ts";

const mostShown = 500;

/**
 * Deposits of which the provider gave back more than the wallet had, the newest first: what is missing is taken as
 * soon as it is there, at the latest by the nightly reconciliation.
 */
export async function listRefundShortfalls({
  db,
}: SignedInContext): Promise<{ items: RefundShortfall[] }> {
  const rows = await selectShortfalls(db, mostShown);
  const items = rows.map((row) => ({
    depositId: row.depositId,
    userId: row.userId,
    email: row.email,
    paymentIntentId: row.paymentIntentId,
    amountCents: Number(row.amountCents),
    refundedCents: Number(row.refundedCents),
    debitedCents: Number(row.debitedCents),
    createdAt: row.createdAt.toISOString(),
  }));
  return { items };
}
