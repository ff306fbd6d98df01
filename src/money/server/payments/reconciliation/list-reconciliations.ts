import type { Reconciliation } from "#money/contract/payments.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { describeFinding } from "./findings.ts";
import { listReports } from "./reconciliation-queries.ts";

/** One page of reconciliation reports, the newest first, in the language of the request, and the total. */
export async function listReconciliations(
  { db, language }: SignedInContext,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ items: Reconciliation[]; total: number }> {
  const reports = await listReports(db, { offset: (page - 1) * pageSize, limit: pageSize });
  const items = reports.items.map((report) => ({
    ...report,
    repairs: report.repairs.map((finding) => describeFinding(finding, language)),
    differences: report.differences.map((finding) => describeFinding(finding, language)),
  }));
  return { items, total: reports.total };
}
