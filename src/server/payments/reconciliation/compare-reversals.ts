// Compares what the provider gave and took back with what was taken off wallets, and writes what is missing.
import type { AppServices } from "#server/context.ts";
import type { Span } from "#server/adapters/payment/payment-reports.ts";
import { PaymentError } from "#server/adapters/payment/payment.ts";
import { applyReversals } from "#server/wallet/reversals/apply-reversals.ts";
import { listUnfinishedReversals } from "#server/wallet/reversals/list-unfinished.ts";
import { recordDifference, recordRepair, type Findings } from "./findings.ts";
import { selectDepositOfPayment } from "./reconciliation-queries.ts";

/**
 * Looks at every payment of which something was given or taken back within the span, and at those whose refunds or
 * disputes were not at their end: what is missing is written; what the wallet could not give is noted.
 */
export async function compareReversals(
  services: AppServices,
  span: Span,
  findings: Findings,
): Promise<void> {
  const paymentIntentIds = new Set(await listUnfinishedReversals(services.db));
  for await (const page of services.payment.listReversedIn(span)) {
    for (const id of page) paymentIntentIds.add(id);
  }
  for (const subject of paymentIntentIds) await compare(services, subject, findings);
}

async function compare(services: AppServices, subject: string, findings: Findings): Promise<void> {
  try {
    if (await applyReversals(services, subject)) {
      const repair = { kind: "reversal_booked", subject, amountCents: 0 };
      recordRepair(findings, repair, `Refunds or disputes of ${subject} have been booked`);
    }
  } catch (error) {
    if (error instanceof PaymentError) throw error;
    services.log.error({ paymentIntentId: subject, error }, "Reversals could not be booked");
    const what = `Refunds or disputes of ${subject} cannot be booked`;
    recordDifference(findings, { kind: "reversal_not_booked", subject, amountCents: 0 }, what);
    return;
  }
  const deposit = await selectDepositOfPayment(services.db, subject);
  const missingCents = (deposit?.refundedCents ?? 0) - (deposit?.debitedCents ?? 0);
  if (deposit === undefined || missingCents === 0) return;
  const what = `Deposit ${deposit.depositId} was refunded after it was spent`;
  const difference = { kind: "refund_not_debited", subject, amountCents: Math.abs(missingCents) };
  recordDifference(findings, difference, what);
}
