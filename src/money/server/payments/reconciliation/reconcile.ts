import type { Reconciliation } from "#money/contract/payments.ts";
import type { AppServices } from "#platform/server/context.ts";
import {
  findChargeFaults,
  findLedgerFaults,
} from "#money/server/wallet/ledger-faults/find-ledger-faults.ts";
import { compareDeposits } from "./compare-deposits.ts";
import { comparePlans } from "./compare-plans.ts";
import { compareReversals } from "./compare-reversals.ts";
import { noFindings } from "./findings.ts";
import { insertReconciliation, type StoredReport } from "./reconciliation-queries.ts";

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
