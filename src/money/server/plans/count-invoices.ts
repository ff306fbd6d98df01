import type { AppServices } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { PlanInvoice } from "#money/server/adapters/payment/payment.ts";
import { recordSubscriptionPayment } from "#money/server/wallet/record-subscription-payment.ts";
import {
  insertPeriod,
  insertPlanPayment,
  listCountedInvoiceIds,
  listPeriods,
} from "./period-queries.ts";

/**
 * Counts each invoice once: it begins a month or adds to one, and is recorded in the customer's payment history. It runs
 * in the database transaction of `db`, which must hold the lock on the profile. `invoices` must be in the order of the
 * periods that they pay for; one that belongs to no known month is skipped.
 */
export async function countInvoices(
  { now, log }: Pick<AppServices, "now" | "log">,
  db: Db,
  paid: {
    readonly userId: string;
    readonly subscriptionId: string;
    readonly invoices: readonly PlanInvoice[];
  },
): Promise<void> {
  const { userId, subscriptionId, invoices } = paid;
  const counted = await listCountedInvoiceIds(
    db,
    invoices.map(({ invoiceId }) => invoiceId),
  );
  for (const invoice of invoices.filter(({ invoiceId }) => !counted.has(invoiceId))) {
    if (invoice.beginsPeriod) await insertPeriod(db, { userId, subscriptionId }, invoice, now());
    const period = (await listPeriods(db, subscriptionId)).find(
      ({ startsAt }) => startsAt <= invoice.startsAt,
    );
    if (period === undefined) {
      log.warn({ userId, invoiceId: invoice.invoiceId }, "An invoice belongs to no known month");
      continue;
    }
    await insertPlanPayment(db, period.id, invoice, now());
    const { plan, amountCents, invoiceId, paidAt: at } = invoice;
    await recordSubscriptionPayment(db, { userId, plan, amountCents, invoiceId, at });
  }
}
