// Shows staff the comparisons of ledger and provider.
import type { Reconciliation } from "#contract/payments.ts";
import type { SignedInContext } from "#server/context.ts";
import { selectReconciliations } from "./reconciliation-queries.ts";

/** One page of reports, the newest first, and how many there are. */
export async function listReconciliations(
  { db }: SignedInContext,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ items: Reconciliation[]; total: number }> {
  return await selectReconciliations(db, { offset: (page - 1) * pageSize, limit: pageSize });
}
