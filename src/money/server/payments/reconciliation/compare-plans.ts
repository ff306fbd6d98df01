import type { AppServices } from "#platform/server/context.ts";
import type { Span } from "#money/server/adapters/payment/payment-reports.ts";
import { applySubscription } from "#money/server/plans/apply-subscription.ts";
import {
  listOverdueSubscriptionIds,
  listUncountedInvoiceIds,
} from "#money/server/plans/list-missed-renewals.ts";
import type { Findings } from "./findings.ts";

/**
 * Counts every paid invoice of the span that is not counted yet, and reads subscriptions whose period is over again,
 * since an event must have been missed. Subscriptions from other checkouts are ignored.
 */
export async function comparePlans(
  services: AppServices,
  span: Span,
  findings: Findings,
): Promise<void> {
  for await (const page of services.payment.listInvoicedIn(span)) {
    const invoiceIds = page.map(({ invoiceId }) => invoiceId);
    const uncounted = new Set(await listUncountedInvoiceIds(services.db, invoiceIds));
    for (const { subscriptionId, invoiceId } of page) {
      if (!uncounted.has(invoiceId)) continue;
      await applySubscription(services, subscriptionId);
      if ((await listUncountedInvoiceIds(services.db, [invoiceId])).length > 0) continue;
      findings.repairs.push({ kind: "invoice_counted", subject: invoiceId, amountCents: 0 });
    }
  }
  for (const subscriptionId of await listOverdueSubscriptionIds(services.db, services.now())) {
    await applySubscription(services, subscriptionId);
    if ((await listOverdueSubscriptionIds(services.db, services.now())).includes(subscriptionId))
      continue;
    const repair = { subject: subscriptionId, amountCents: 0 };
    findings.repairs.push({ kind: "subscription_renewed", ...repair });
  }
}
