import { apiError } from "#contract/errors.ts";
import { isTransactionAmount } from "#core/ledger.ts";
import { parseAmountCents } from "#core/money.ts";

/** An amount in dollars, as typed by an admin, in cents. Throws `invalid_adjustment_amount`. */
export function parseAdjustmentAmount(amount: number | string): number {
  const reading = parseAmountCents(amount);
  if (!reading.ok || !isTransactionAmount(reading.amountCents)) {
    throw apiError("invalid_adjustment_amount");
  }
  return reading.amountCents;
}
