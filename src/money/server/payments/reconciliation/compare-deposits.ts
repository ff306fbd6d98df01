import * as z from "zod";
import type { AppServices } from "#platform/server/context.ts";
import type { ReportedPayment, Span } from "#money/server/adapters/payment/payment-reports.ts";
import { PaymentError } from "#money/server/adapters/payment/payment.ts";
import { settleDeposit } from "#money/server/wallet/deposits/settle-deposit.ts";
import type { Findings } from "./findings.ts";
import {
  listDepositsCreditedIn,
  findDepositsById,
  listOverdueSessionIds,
  type ComparedDeposit,
} from "./reconciliation-queries.ts";

const overdueMilliseconds = 86_400_000;

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
    findings.differences.push({ kind: "unknown_deposit", subject, amountCents });
    return;
  }
  if (deposit.paymentIntentId === null) return await credit(services, payment, deposit, findings);
  const { id: depositId } = deposit;
  if (deposit.paymentIntentId !== subject) {
    findings.differences.push({ kind: "paid_twice", subject, amountCents, depositId });
  } else if (deposit.amountCents !== amountCents || payment.currency !== "usd") {
    const differenceCents = Math.abs(deposit.amountCents - amountCents);
    const difference = { subject, amountCents: differenceCents, depositId };
    findings.differences.push({ kind: "amount", ...difference });
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
      findings.repairs.push({ kind: "deposit_credited", subject: depositId, amountCents });
      return;
    }
  } catch (error) {
    if (error instanceof PaymentError) throw error;
    services.log.error({ depositId, error }, "A paid deposit could not be credited");
  }
  findings.differences.push({ kind: "not_credited", subject, amountCents, depositId });
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
    const difference = { subject, amountCents: differenceCents, depositId };
    findings.differences.push({ kind: "not_at_provider", ...difference });
  }
}

async function endOverdue(services: AppServices, findings: Findings): Promise<void> {
  // A deposit's checkout is open for twelve hours.
  const before = new Date(services.now().getTime() - overdueMilliseconds);
  for (const sessionId of await listOverdueSessionIds(services.db, before, maximumOverdue)) {
    const settlement = await settleDeposit(services, sessionId);
    if (settlement.state === "settled") {
      const { amountCents } = settlement;
      findings.repairs.push({ kind: "checkout_credited", subject: sessionId, amountCents });
    } else if (settlement.state === "expired" || settlement.state === "failed") {
      findings.repairs.push({ kind: "deposit_ended", subject: sessionId, amountCents: 0 });
    }
  }
}
