import type { Finding } from "#contract/payments.ts";
import { formatUsd } from "#core/money.ts";

/** What a reconciliation has found so far. Amounts are never negative, and 0 where no money is concerned. */
export type Findings = {
  readonly repairs: Finding[];
  readonly differences: Finding[];
  paymentsCompared: number;
};

export function noFindings(): Findings {
  return { repairs: [], differences: [], paymentsCompared: 0 };
}

/** Records an effect that was missing and has been made. `what` is a sentence without its full stop. */
export function recordRepair(
  { repairs }: Findings,
  repair: { readonly kind: string; readonly subject: string; readonly amountCents: number },
  what: string,
): void {
  const { amountCents } = repair;
  const amount = amountCents === 0 ? "" : ` (${formatUsd(amountCents)})`;
  repairs.push({ ...repair, sentence: `${what}${amount}.` });
}

/** Records a difference that cannot be repaired. `what` is a sentence without its full stop. */
export function recordDifference(
  { differences }: Findings,
  difference: { readonly kind: string; readonly subject: string; readonly amountCents: number },
  what: string,
): void {
  differences.push({ ...difference, sentence: `${what}.` });
}
