import type { Reconciliation, Finding } from "#money/contract/payments.ts";
import type { SignedInContext, AppServices } from "#platform/server/context.ts";
import {
  listReports,
  insertReconciliation,
  type StoredReport,
  listDepositsCreditedIn,
  findDepositsById,
  listOverdueSessionIds,
  type ComparedDeposit,
  findDepositByPayment,
} from "./reconciliation-queries.ts";
import {
  findChargeFaults,
  findLedgerFaults,
  ledgerFaultText,
} from "#money/server/wallet/ledger-faults.ts";
import * as z from "zod";
import {
  type ReportedPayment,
  type Span,
  PaymentError,
} from "#money/server/adapters/payment/payment.ts";
import { settleDeposit } from "#money/server/wallet/settle-deposit.ts";
import {
  applySubscription,
  listOverdueSubscriptionIds,
  listUncountedInvoiceIds,
} from "#money/server/plans/apply-subscription.ts";
import { applyReversals, listUnfinishedReversals } from "#money/server/wallet/reversals.ts";
import { defaultLanguage, type Language } from "#platform/rules/language.ts";
import type { ReconciliationFinding } from "#money/rules/payment.ts";
import { translate } from "#platform/server/translate.ts";

/** One page of reconciliation reports, the newest first, in the language of the request, and the total. */
export async function listReconciliations(
  { db, language }: SignedInContext,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ items: Reconciliation[]; total: number }> {
  const reports = await listReports(db, { offset: (page - 1) * pageSize, limit: pageSize });
  const items = reports.items.map((report) => ({
    ...report,
    repairs: report.repairs.map((finding) => describeFinding(finding, language)),
    differences: report.differences.map((finding) => describeFinding(finding, language)),
  }));
  return { items, total: reports.total };
}

/** Starts a reconciliation as a job; its report appears in the list. */
export async function startReconciliation(
  context: SignedInContext,
): Promise<Record<string, never>> {
  await context.jobs.enqueue(context.db, "reconcile", { cause: "admin" });
  return {};
}

const dayMilliseconds = 24 * 60 * 60 * 1000;

/**
 * Compares the ledger with the provider over the last `days` days (three by default, so that each day is compared on
 * three nights): deposits paid and not credited, credited and not paid, refunds and disputes, and invoices not counted.
 * Checks the whole ledger as well, and what ship requests and extra services charged and hold. What is missing is repaired by the code that also handles the provider's events, so
 * that no effect happens twice. The report is stored and returned.
 *
 * Throws PaymentError when the provider is unavailable; earlier repairs stay.
 */
export async function reconcile(
  services: AppServices,
  options: { readonly cause: Reconciliation["cause"]; readonly days?: number },
): Promise<StoredReport> {
  const { db, now, log } = services;
  const { cause, days = 3 } = options;
  const startedAt = now();
  const span = {
    startsAt: new Date(startedAt.getTime() - days * dayMilliseconds),
    // The provider's clock may be ahead of ours.
    endsAt: new Date(startedAt.getTime() + dayMilliseconds),
  };
  const findings = noFindings();
  await compareDeposits(services, span, findings);
  await compareReversals(services, span, findings);
  await comparePlans(services, span, findings);
  for (const fault of [
    ...(await findLedgerFaults(services, db)),
    ...(await findChargeFaults(services, db)),
  ]) {
    findings.differences.push({ kind: "ledger", subject: "ledger", amountCents: 0, fault });
  }
  const { repairs, differences, paymentsCompared } = findings;
  const report = {
    cause,
    startedAt: startedAt.toISOString(),
    finishedAt: now().toISOString(),
    windowStartsAt: span.startsAt.toISOString(),
    windowEndsAt: span.endsAt.toISOString(),
    paymentsCompared,
    repairedCount: repairs.length,
    differenceCents: differences.reduce((total, { amountCents }) => total + amountCents, 0),
    repairs,
    differences,
  };
  const id = await insertReconciliation(db, report);
  const counts = { repaired: repairs.length, differences: differences.length, paymentsCompared };
  if (differences.length > 0) log.error({ id, ...counts }, "Ledger and provider differ");
  else log.info({ id, ...counts }, "Ledger and provider agree");
  return { id, ...report };
}

const overdueMilliseconds = 86_400_000;

const maximumOverdue = 1000;

/**
 * Compares every payment of the span with its deposit, and every credited deposit with its payment: one that was paid
 * and not credited is credited; a missing counterpart or another amount is a difference. Checkouts whose end was missed
 * are settled.
 */
async function compareDeposits(
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
    const settlement = sessionId === undefined ? null : await settleDeposit(services, sessionId);
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

/**
 * Counts every paid invoice of the span that is not counted yet, and reads subscriptions whose period is over again,
 * since an event must have been missed. Subscriptions from other checkouts are ignored.
 */
async function comparePlans(services: AppServices, span: Span, findings: Findings): Promise<void> {
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

/**
 * Applies the reversals of every payment that was refunded or disputed within the span, and of those with open disputes
 * or refunds that are not fully debited. A shortfall of the wallet is a difference.
 */
async function compareReversals(
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

/** What a reconciliation has found so far. */
type Findings = {
  readonly repairs: ReconciliationFinding[];
  readonly differences: ReconciliationFinding[];
  paymentsCompared: number;
};

function noFindings(): Findings {
  return { repairs: [], differences: [], paymentsCompared: 0 };
}

function sentenceOf(finding: ReconciliationFinding, language: Language): string {
  if (finding.kind === "ledger") return ledgerFaultText(finding.fault, language);
  const { subject } = finding;
  const values = "depositId" in finding ? { subject, depositId: finding.depositId } : { subject };
  return translate(language, `records.finding.${finding.kind}`, values);
}

/** The finding in `language`. */
export function describeFinding(
  finding: ReconciliationFinding,
  language: Language = defaultLanguage,
): Finding {
  const { kind, subject, amountCents } = finding;
  return { kind, subject, amountCents, sentence: sentenceOf(finding, language) };
}
