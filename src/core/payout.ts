// Payouts: which amounts may be asked for, how one ends, and what of its destination is shown to its owner.

/** A payout is at least $1.00, and at most what the wallet can spend. */
export const leastPayoutCents = 100;

/** How a payout request ended. */
export const payoutOutcomes = ["paid", "declined", "withdrawn"] as const;

/** How a payout request ended. */
export type PayoutOutcome = (typeof payoutOutcomes)[number];

/** Why a payout is refused: there is nothing, the amount is none or too small, or there is not as much. */
export type PayoutError = "nothing_to_pay_out" | "invalid_amount" | "above_balance";

/** Judges the amount of a payout against what the wallet can spend, both in cents. */
export function checkPayoutAmount(
  amountCents: number,
  balanceCents: number,
): { ok: true } | { ok: false; reason: PayoutError } {
  if (balanceCents <= 0) return { ok: false, reason: "nothing_to_pay_out" };
  if (!Number.isSafeInteger(amountCents) || amountCents < leastPayoutCents) {
    return { ok: false, reason: "invalid_amount" };
  }
  return amountCents > balanceCents ? { ok: false, reason: "above_balance" } : { ok: true };
}

// Groups with digits in them, as people write account numbers; words between them end one.
const accountNumber = /[a-z]*\d[a-z\d]*(?:[ -][a-z]*\d[a-z\d]*)*/gi;

/**
 * What is shown of a destination to whoever asked for the payout: the last four characters of the longest account
 * number in it, and nothing where it holds none.
 */
export function maskDestination(destination: string): string {
  const numbers = destination.match(accountNumber) ?? [];
  const digitsOf = (text: string) => text.replaceAll(/\D/g, "").length;
  const longest = numbers
    .filter((text) => digitsOf(text) >= 6)
    .toSorted((one, other) => digitsOf(other) - digitsOf(one))[0];
  if (longest === undefined) return "••••";
  return `•••• ${longest.replaceAll(/[ -]/g, "").slice(-4)}`;
}
