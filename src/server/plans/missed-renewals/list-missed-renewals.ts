// Lists what of subscriptions may have been missed: invoices not counted, periods that are over.
import type { Db } from "#server/db/open.ts";
import { selectCountedInvoices } from "#server/plans/subscription-queries.ts";
import { listOverdue } from "./missed-renewal-queries.ts";

const graceMilliseconds = 2 * 60 * 60 * 1000;
const mostAtOnce = 1000;

/** Which of these invoices are not counted. */
export async function listUncounted(db: Db, invoiceIds: readonly string[]): Promise<string[]> {
  const counted = await selectCountedInvoices(db, invoiceIds);
  return invoiceIds.filter((invoiceId) => !counted.has(invoiceId));
}

/** The provider's ids of subscriptions that grant a plan or may again, and whose period ended some hours ago. */
export async function listOverdueSubscriptions(db: Db, now: Date): Promise<string[]> {
  return await listOverdue(db, new Date(now.getTime() - graceMilliseconds), mostAtOnce);
}
