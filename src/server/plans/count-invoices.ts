// Counts the paid invoices of a subscription: each begins a month or adds to one, and shows in the history, once.
import type { AppServices } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import type { PlanInvoice } from "#server/adapters/payment/payment.ts";
import { recordSubscriptionPayment } from "#server/wallet/record-subscription-payment.ts";
import {
  insertPayment,
  insertPeriod,
  selectCountedInvoices,
  selectPeriods,
} from "./subscription-queries.ts";

/**
 * Adds what the invoices not counted before bring, in the database transaction of `db`, which must hold the lock on
 * the profile. Invoices come in the order of what they pay for. One that belongs to no month that we know is left out.
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
  const counted = await selectCountedInvoices(
    db,
    invoices.map(({ invoiceId }) => invoiceId),
  );
  for (const invoice of invoices.filter(({ invoiceId }) => !counted.has(invoiceId))) {
    if (invoice.beginsPeriod) await insertPeriod(db, { userId, subscriptionId }, invoice, now());
    const period = (await selectPeriods(db, subscriptionId)).find(
      ({ startsAt }) => startsAt <= invoice.startsAt,
    );
    if (period === undefined) {
      log.warn({ userId, invoiceId: invoice.invoiceId }, "An invoice belongs to no known month");
      continue;
    }
    await insertPayment(db, period.id, invoice, now());
    const { plan, amountCents, invoiceId, paidAt: at } = invoice;
    await recordSubscriptionPayment(db, { userId, plan, amountCents, invoiceId, at });
  }
}
