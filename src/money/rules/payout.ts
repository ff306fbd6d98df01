/** $1.00; the maximum is what the wallet can spend. */
export const leastPayoutCents = 100;

/** How a payout request ended. */
export const payoutOutcomes = ["paid", "declined", "withdrawn"] as const;

/** How a payout request ended. */
export type PayoutOutcome = (typeof payoutOutcomes)[number];

/** Why an amount is rejected; `invalid_amount`: not whole cents, or below the minimum. */
export type PayoutError = "nothing_to_pay_out" | "invalid_amount" | "above_balance";

/** Checks the amount of a payout against what the wallet can spend, both in cents. */
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

// Groups that contain digits, as account numbers are written; a word without digits ends the number.
const accountNumber = /[a-z]*\d[a-z\d]*(?:[ -][a-z]*\d[a-z\d]*)*/gi;

/**
 * The masked destination of a payout for its owner: the last four characters of the longest account number in it, or
 * none when it contains no account number.
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
