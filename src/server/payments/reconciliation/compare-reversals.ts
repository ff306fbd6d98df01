// Compares what the provider gave and took back with what was taken off wallets, and writes what is missing.
import type { Parts } from "#server/context.ts";
import type { Span } from "#server/outside/payment/books.ts";
import { PaymentError } from "#server/outside/payment/payment.ts";
import { applyReversals } from "#server/wallet/reversals/apply-reversals.ts";
import { listUnfinishedReversals } from "#server/wallet/reversals/list-unfinished.ts";
import { noteDifference, noteRepair, type Findings } from "./findings.ts";
import { selectDepositOfPayment } from "./store.ts";

/**
 * Looks at every payment of which something was given or taken back within the span, and at those whose refunds or
 * disputes were not at their end: what is missing is written; what the wallet could not give is noted.
 */
export async function compareReversals(
  parts: Parts,
  span: Span,
  findings: Findings,
): Promise<void> {
  const paymentIntentIds = new Set(await listUnfinishedReversals(parts.db));
  for await (const page of parts.payment.listReversedIn(span)) {
    for (const id of page) paymentIntentIds.add(id);
  }
  for (const subject of paymentIntentIds) await compare(parts, subject, findings);
}

async function compare(parts: Parts, subject: string, findings: Findings): Promise<void> {
  try {
    if (await applyReversals(parts, subject)) {
      const repair = { kind: "reversal_booked", subject, amountCents: 0 };
      noteRepair(findings, repair, `Refunds or disputes of ${subject} have been booked`);
    }
  } catch (error) {
    if (error instanceof PaymentError) throw error;
    parts.log.error({ paymentIntentId: subject, error }, "Reversals could not be booked");
    const what = `Refunds or disputes of ${subject} cannot be booked`;
    noteDifference(findings, { kind: "reversal_not_booked", subject, amountCents: 0 }, what);
    return;
  }
  const deposit = await selectDepositOfPayment(parts.db, subject);
  const missingCents = (deposit?.refundedCents ?? 0) - (deposit?.debitedCents ?? 0);
  if (deposit === undefined || missingCents === 0) return;
  const what = `Deposit ${deposit.depositId} was refunded after it was spent`;
  const difference = { kind: "refund_not_debited", subject, amountCents: Math.abs(missingCents) };
  noteDifference(findings, difference, what);
}
