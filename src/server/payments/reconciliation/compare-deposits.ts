// Compares payments in the provider's books with deposits, and credits what was paid and not credited.
import * as z from "zod";
import type { AppServices } from "#server/context.ts";
import type { BookedPayment, Span } from "#server/adapters/payment/payment-reports.ts";
import { PaymentError } from "#server/adapters/payment/payment.ts";
import { settleDeposit } from "#server/wallet/deposits/settle-deposit.ts";
import { recordDifference, recordRepair, type Findings } from "./findings.ts";
import {
  selectCreditedIn,
  selectDeposits,
  selectOverdueCheckouts,
  type ComparedDeposit,
} from "./reconciliation-queries.ts";

const dayMilliseconds = 24 * 60 * 60 * 1000;
const mostOverdue = 1000;

/**
 * Compares every payment of the span with its deposit, in both directions: one that was paid and not credited is
 * credited; what has no counterpart, or another amount, is noted. Checkouts whose end we missed are ended.
 */
export async function compareDeposits(
  services: AppServices,
  span: Span,
  findings: Findings,
): Promise<void> {
  const seen = new Set<string>();
  for await (const page of services.payment.listPaymentsIn(span)) {
    const ours = page.filter((payment) => payment.depositId !== null);
    const depositIds = ours.flatMap(({ depositId }) => {
      const parsed = z.uuid().safeParse(depositId);
      return parsed.success ? [parsed.data] : [];
    });
    const deposits = await selectDeposits(services.db, depositIds);
    for (const payment of ours) {
      seen.add(payment.paymentIntentId);
      findings.paymentsCompared += 1;
      await compare(services, payment, deposits.get(payment.depositId ?? ""), findings);
    }
  }
  await checkForUnpaid(services, span, { seen, findings });
  await endOverdue(services, findings);
}

async function compare(
  services: AppServices,
  payment: BookedPayment,
  deposit: ComparedDeposit | undefined,
  findings: Findings,
): Promise<void> {
  const { paymentIntentId: subject, receivedCents: amountCents } = payment;
  if (deposit === undefined) {
    const what = `Payment ${subject} names a deposit that is not known here`;
    recordDifference(findings, { kind: "unknown_deposit", subject, amountCents }, what);
    return;
  }
  if (deposit.paymentIntentId === null) return await credit(services, payment, deposit, findings);
  if (deposit.paymentIntentId !== subject) {
    const what = `Deposit ${deposit.depositId} was paid again by ${subject}`;
    recordDifference(findings, { kind: "paid_twice", subject, amountCents }, what);
  } else if (deposit.amountCents !== amountCents || payment.currency !== "usd") {
    const what = `Payment ${subject} and deposit ${deposit.depositId} differ in amount or currency`;
    const differenceCents = Math.abs(deposit.amountCents - amountCents);
    recordDifference(findings, { kind: "amount", subject, amountCents: differenceCents }, what);
  }
}

async function credit(
  services: AppServices,
  payment: BookedPayment,
  deposit: ComparedDeposit,
  findings: Findings,
): Promise<void> {
  const { paymentIntentId: subject, receivedCents: amountCents } = payment;
  const { depositId } = deposit;
  try {
    const sessionId = deposit.sessionId ?? (await services.payment.findCheckoutOf(subject));
    const settlement = sessionId === null ? null : await settleDeposit(services, sessionId);
    if (settlement?.state === "settled") {
      const what = `Deposit ${depositId} was paid and has been credited`;
      recordRepair(findings, { kind: "deposit_credited", subject: depositId, amountCents }, what);
      return;
    }
  } catch (error) {
    if (error instanceof PaymentError) throw error;
    services.log.error({ depositId, error }, "A paid deposit could not be credited");
  }
  const what = `Deposit ${depositId} was paid by ${subject} and cannot be credited`;
  recordDifference(findings, { kind: "not_credited", subject, amountCents }, what);
}

/** What was credited here and did not stand in the provider's list is asked for by name before it is noted. */
async function checkForUnpaid(
  { db, payment }: AppServices,
  span: Span,
  { seen, findings }: { readonly seen: ReadonlySet<string>; readonly findings: Findings },
): Promise<void> {
  for (const deposit of await selectCreditedIn(db, span)) {
    const { paymentIntentId: subject, depositId, amountCents } = deposit;
    if (subject === null || seen.has(subject)) continue;
    const booked = await payment.readReversals(subject);
    findings.paymentsCompared += 1;
    const differenceCents = Math.abs(amountCents - (booked?.receivedCents ?? 0));
    if (differenceCents === 0 && booked?.depositId === depositId) continue;
    const what = `Deposit ${depositId} is credited and not, or not so, in the provider's books`;
    const difference = { kind: "not_at_provider", subject, amountCents: differenceCents };
    recordDifference(findings, difference, what);
  }
}

async function endOverdue(services: AppServices, findings: Findings): Promise<void> {
  // A checkout is open for half a day.
  const before = new Date(services.now().getTime() - dayMilliseconds);
  for (const sessionId of await selectOverdueCheckouts(services.db, before, mostOverdue)) {
    const settlement = await settleDeposit(services, sessionId);
    if (settlement.state === "settled") {
      const { amountCents } = settlement;
      const repair = { kind: "deposit_credited", subject: sessionId, amountCents };
      recordRepair(findings, repair, `Checkout ${sessionId} was paid and has been credited`);
    } else if (settlement.state === "expired" || settlement.state === "failed") {
      const repair = { kind: "deposit_ended", subject: sessionId, amountCents: 0 };
      recordRepair(
        findings,
        repair,
        `Checkout ${sessionId} ended unpaid, which was not known here`,
      );
    }
  }
}
