/** What a wallet should hold before any freight was charged, in US cents. */
export const defaultLowBalanceCents = 2_500;

/** A balance below this is low: the last freight charge, or $25 before there is one. */
export function lowBalanceLimitCents(lastFreightCents: number | null): number {
  return lastFreightCents ?? defaultLowBalanceCents;
}

/** A balance with the limit below which it is low; both change with a charge. */
export type LimitedBalance = { readonly balanceCents: number; readonly limitCents: number };

/** Whether a change makes a balance low that was not low before. */
export function becomesLow(before: LimitedBalance, after: LimitedBalance): boolean {
  return before.balanceCents >= before.limitCents && after.balanceCents < after.limitCents;
}
