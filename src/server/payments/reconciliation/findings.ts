// Collects what a reconciliation repairs and what still differs.
import type { Finding } from "#contract/payments.ts";
import { formatUsd } from "#core/money.ts";

/** What has been found so far. Amounts are what it is about, never negative; 0 where no money is. */
export type Findings = {
  readonly repairs: Finding[];
  readonly differences: Finding[];
  paymentsCompared: number;
};

/** Nothing found yet. */
export function noFindings(): Findings {
  return { repairs: [], differences: [], paymentsCompared: 0 };
}

/** Notes an effect that was missing and is there now. */
export function recordRepair(
  { repairs }: Findings,
  repair: { readonly kind: string; readonly subject: string; readonly amountCents: number },
  what: string,
): void {
  const { amountCents } = repair;
  const amount = amountCents === 0 ? "" : ` (${formatUsd(amountCents)})`;
  repairs.push({ ...repair, sentence: `${what}${amount}.` });
}

/** Notes something that differs and that no repair can set right. */
export function recordDifference(
  { differences }: Findings,
  difference: { readonly kind: string; readonly subject: string; readonly amountCents: number },
  what: string,
): void {
  differences.push({ ...difference, sentence: `${what}.` });
}
