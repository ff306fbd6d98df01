import { apiError } from "#platform/contract/errors.ts";
import { isTransactionAmount } from "#money/rules/ledger.ts";
import { parseAmountCents } from "#platform/rules/money.ts";

/** An amount in dollars, as typed by an admin, in cents. Throws `invalid_adjustment_amount`. */
export function parseAdjustmentAmount(amount: number | string): number {
  const reading = parseAmountCents(amount);
  if (!reading.ok || !isTransactionAmount(reading.amountCents)) {
    throw apiError("invalid_adjustment_amount");
  }
  return reading.amountCents;
}
