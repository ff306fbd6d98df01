import * as z from "zod";
import type { AppServices } from "#server/context.ts";
import type { ReportedPayment, Span } from "#server/adapters/payment/payment-reports.ts";
import { PaymentError } from "#server/adapters/payment/payment.ts";
import { settleDeposit } from "#server/wallet/deposits/settle-deposit.ts";
import { recordDifference, recordRepair, type Findings } from "./findings.ts";
import {
  listDepositsCreditedIn,
  findDepositsById,
  listOverdueSessionIds,
  type ComparedDeposit,
} from "./reconciliation-queries.ts";

const dayMilliseconds = 24 * 60 * 60 * 1000;
const maximumOverdue = 1000;

/**
 * Compares every payment of the span with its deposit, and every credited deposit with its payment: one that was paid
 * and not credited is credited; a missing counterpart or another amount is a difference. Checkouts whose end was missed
 * are settled.
 */
export async function compareDeposits(
  services: AppServices,
  span: Span,
  findings: Findings,
): Promise<void> {
  const comparedIds = new Set<string>();
  for await (const page of services.payment.listPaymentsIn(span)) {
    const depositPayments = page.filter((payment) => payment.depositId !== null);
    const depositIds = depositPayments.flatMap(({ depositId }) => {
      const parsed = z.uuid().safeParse(depositId);
      return parsed.success ? [parsed.data] : [];
    });
    const deposits = await findDepositsById(services.db, depositIds);
    for (const payment of depositPayments) {
      comparedIds.add(payment.paymentIntentId);
      findings.paymentsCompared += 1;
      await compare(services, payment, deposits.get(payment.depositId ?? ""), findings);
    }
  }
  await compareCredited(services, span, { comparedIds, findings });
  await endOverdue(services, findings);
}

async function compare(
  services: AppServices,
  payment: ReportedPayment,
  deposit: ComparedDeposit | undefined,
  findings: Findings,
): Promise<void> {
  const { paymentIntentId: subject, receivedCents: amountCents } = payment;
  if (deposit === undefined) {
    const sentence = `Payment ${subject} names a deposit that is not known here`;
    recordDifference(findings, { kind: "unknown_deposit", subject, amountCents }, sentence);
    return;
  }
  if (deposit.paymentIntentId === null) return await credit(services, payment, deposit, findings);
  if (deposit.paymentIntentId !== subject) {
    const sentence = `Deposit ${deposit.id} was paid again by ${subject}`;
    recordDifference(findings, { kind: "paid_twice", subject, amountCents }, sentence);
  } else if (deposit.amountCents !== amountCents || payment.currency !== "usd") {
    const sentence = `Payment ${subject} and deposit ${deposit.id} differ in amount or currency`;
    const differenceCents = Math.abs(deposit.amountCents - amountCents);
    recordDifference(findings, { kind: "amount", subject, amountCents: differenceCents }, sentence);
  }
}

async function credit(
  services: AppServices,
  payment: ReportedPayment,
  deposit: ComparedDeposit,
  findings: Findings,
): Promise<void> {
  const { paymentIntentId: subject, receivedCents: amountCents } = payment;
  const { id: depositId } = deposit;
  try {
    const sessionId =
      deposit.checkoutSessionId ?? (await services.payment.findCheckoutSessionId(subject));
    const settlement = sessionId === null ? null : await settleDeposit(services, sessionId);
    if (settlement?.state === "settled") {
      const sentence = `Deposit ${depositId} was paid and has been credited`;
      recordRepair(
        findings,
        { kind: "deposit_credited", subject: depositId, amountCents },
        sentence,
      );
      return;
    }
  } catch (error) {
    if (error instanceof PaymentError) throw error;
    services.log.error({ depositId, error }, "A paid deposit could not be credited");
  }
  const sentence = `Deposit ${depositId} was paid by ${subject} and cannot be credited`;
  recordDifference(findings, { kind: "not_credited", subject, amountCents }, sentence);
}

/** A credited deposit whose payment was not in the provider's list is read by its id before it counts as a difference. */
async function compareCredited(
  { db, payment }: AppServices,
  span: Span,
  {
    comparedIds,
    findings,
  }: { readonly comparedIds: ReadonlySet<string>; readonly findings: Findings },
): Promise<void> {
  for (const deposit of await listDepositsCreditedIn(db, span)) {
    const { id: depositId, paymentIntentId: subject, amountCents } = deposit;
    if (subject === null || comparedIds.has(subject)) continue;
    const reported = await payment.readReversals(subject);
    findings.paymentsCompared += 1;
    const differenceCents = Math.abs(amountCents - (reported?.receivedCents ?? 0));
    if (differenceCents === 0 && reported?.depositId === depositId) continue;
    const sentence = `Deposit ${depositId} is credited, and the provider reports no such payment`;
    const difference = { kind: "not_at_provider", subject, amountCents: differenceCents };
    recordDifference(findings, difference, sentence);
  }
}

async function endOverdue(services: AppServices, findings: Findings): Promise<void> {
  // A deposit's checkout is open for twelve hours.
  const before = new Date(services.now().getTime() - dayMilliseconds);
  for (const sessionId of await listOverdueSessionIds(services.db, before, maximumOverdue)) {
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
