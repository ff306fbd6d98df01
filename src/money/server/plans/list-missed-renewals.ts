// Lists what the provider's events may have missed: invoices that are not counted, periods that are over.
import type { Db } from "#platform/server/db/open.ts";
import { listCountedInvoiceIds } from "./period-queries.ts";
import { listSubscriptionIdsEndedBefore } from "./subscription-queries.ts";

const graceMilliseconds = 2 * 60 * 60 * 1000;
const maxSubscriptions = 1000;

/** Those of the invoices that are not counted. */
export async function listUncountedInvoiceIds(
  db: Db,
  invoiceIds: readonly string[],
): Promise<string[]> {
  const counted = await listCountedInvoiceIds(db, invoiceIds);
  return invoiceIds.filter((invoiceId) => !counted.has(invoiceId));
}

/** The provider's ids of live subscriptions whose period ended more than two hours ago, at most 1,000. */
export async function listOverdueSubscriptionIds(db: Db, now: Date): Promise<string[]> {
  const endedBefore = new Date(now.getTime() - graceMilliseconds);
  return await listSubscriptionIdsEndedBefore(db, endedBefore, maxSubscriptions);
}
