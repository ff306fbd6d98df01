import type { AppServices } from "#platform/server/context.ts";
import type { Span } from "#money/server/adapters/payment/payment-reports.ts";
import { PaymentError } from "#money/server/adapters/payment/payment.ts";
import {
  applyReversals,
  listUnfinishedReversals,
} from "#money/server/wallet/reversals/apply-reversals.ts";
import type { Findings } from "./findings.ts";
import { findDepositByPayment } from "./reconciliation-queries.ts";

/**
 * Applies the reversals of every payment that was refunded or disputed within the span, and of those with open disputes
 * or refunds that are not fully debited. A shortfall of the wallet is a difference.
 */
export async function compareReversals(
  services: AppServices,
  span: Span,
  findings: Findings,
): Promise<void> {
  const paymentIntentIds = new Set(await listUnfinishedReversals(services));
  for await (const page of services.payment.listReversedIn(span)) {
    for (const id of page) paymentIntentIds.add(id);
  }
  for (const subject of paymentIntentIds) await compareReversed(services, subject, findings);
}

async function compareReversed(
  services: AppServices,
  subject: string,
  findings: Findings,
): Promise<void> {
  try {
    if (await applyReversals(services, subject)) {
      findings.repairs.push({ kind: "reversal_booked", subject, amountCents: 0 });
    }
  } catch (error) {
    if (error instanceof PaymentError) throw error;
    services.log.error({ paymentIntentId: subject, error }, "Reversals could not be posted");
    findings.differences.push({ kind: "reversal_not_booked", subject, amountCents: 0 });
    return;
  }
  const deposit = await findDepositByPayment(services.db, subject);
  const shortfallCents = (deposit?.refundedCents ?? 0) - (deposit?.debitedCents ?? 0);
  if (deposit === undefined || shortfallCents === 0) return;
  const difference = { subject, amountCents: Math.abs(shortfallCents), depositId: deposit.id };
  findings.differences.push({ kind: "refund_not_debited", ...difference });
}
