// Compares paid invoices and running subscriptions with what is kept of them, and brings in what was missed.
import type { Parts } from "#server/context.ts";
import type { Span } from "#server/outside/payment/books.ts";
import { applySubscription } from "#server/plans/apply-subscription.ts";
import { listOverdueSubscriptions, listUncounted } from "#server/plans/missed/list-missed.ts";
import { noteRepair, type Findings } from "./findings.ts";

/**
 * Counts every paid invoice of the span that is not counted yet, and looks again at subscriptions of which news should
 * have come: those whose period is over. What came from no checkout of ours is left alone.
 */
export async function comparePlans(parts: Parts, span: Span, findings: Findings): Promise<void> {
  for await (const page of parts.payment.listInvoicedIn(span)) {
    const invoiceIds = page.map(({ invoiceId }) => invoiceId);
    const uncounted = new Set(await listUncounted(parts.db, invoiceIds));
    for (const { subscriptionId, invoiceId } of page) {
      if (!uncounted.has(invoiceId)) continue;
      await applySubscription(parts, subscriptionId);
      if ((await listUncounted(parts.db, [invoiceId])).length > 0) continue;
      const repair = { kind: "invoice_counted", subject: invoiceId, amountCents: 0 };
      noteRepair(findings, repair, `Invoice ${invoiceId} was paid and has been counted`);
    }
  }
  for (const subscriptionId of await listOverdueSubscriptions(parts.db, parts.now())) {
    await applySubscription(parts, subscriptionId);
    if ((await listOverdueSubscriptions(parts.db, parts.now())).includes(subscriptionId)) continue;
    const repair = { kind: "subscription_renewed", subject: subscriptionId, amountCents: 0 };
    noteRepair(findings, repair, `News of subscription ${subscriptionId} had been missed`);
  }
}
