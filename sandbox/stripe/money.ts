/** Amounts: the currencies, and the minimum and maximum of a charge. All amounts are whole cents. */
import { ApiError } from "./api-error.ts";
import { type Reader, text, whole } from "./parameters.ts";

/** The provider's maximum for one charge. */
export const maximumAmountCents = 99_999_999;

/** The minimum of one charge by currency; all of these have two decimals. */
const minimumAmountCents: Record<string, number> = {
  usd: 50,
  eur: 50,
  gbp: 30,
  hkd: 400,
  sgd: 50,
};

/** Reads a currency code, in any case. */
export const currency: Reader<string> = (value, name) => {
  const read = text(10)(value, name).toLowerCase();
  if (!Object.hasOwn(minimumAmountCents, read)) {
    throw new ApiError(
      `Invalid currency: ${read}. Stripe's stand-in supports: ${Object.keys(minimumAmountCents).join(", ")}`,
      { param: name },
    );
  }
  return read;
};

/** Reads the price of one unit. */
export const unitAmount: Reader<number> = whole(0, maximumAmountCents);

/** A formatted amount: `$1,234.50`. */
export function formatAmount(amountCents: number, currencyCode: string): string {
  return new Intl.NumberFormat("en-US", {
    style: "currency",
    currency: currencyCode.toUpperCase(),
  }).format(amountCents / 100);
}

/** Throws for a total that no card can be charged. */
export function requireChargeable(amountCents: number, currencyCode: string, param: string) {
  const least = minimumAmountCents[currencyCode] ?? 0;
  if (amountCents < least) {
    throw new ApiError(
      `The Checkout Session's total amount due must add up to at least ${formatAmount(least, currencyCode)} ${currencyCode}`,
      { code: "amount_too_small", param },
    );
  }
  if (amountCents > maximumAmountCents) {
    throw new ApiError(
      `The Checkout Session's total amount due must be no more than ${formatAmount(maximumAmountCents, currencyCode)}`,
      { code: "amount_too_large", param },
    );
  }
}
