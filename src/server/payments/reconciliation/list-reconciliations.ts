import type { Reconciliation } from "#contract/payments.ts";
import type { SignedInContext } from "#server/context.ts";
import { listReports } from "./reconciliation-queries.ts";

/** One page of reconciliation reports, the newest first, and the total. */
export async function listReconciliations(
  { db }: SignedInContext,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ items: Reconciliation[]; total: number }> {
  return await listReports(db, { offset: (page - 1) * pageSize, limit: pageSize });
}
