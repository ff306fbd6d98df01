/** Currencies that amounts are shown in: the wallet is in USD, rates in that of their service. */
export type Currency = DisplayCurrency;

type AmountReading = { ok: true; amountCents: number } | { ok: false };

const decimalAmount = /^(\d{0,14})(?:\.(\d{1,2}))?$/;

/**
 * Reads an amount in dollars, as decimal text or as a number, into whole cents without rounding.
 *
 * Accepts digits with at most two decimals behind a point ("19.99", ".5", "10"), blanks around
 * them, and numbers whose shortest decimal form is of that kind (10.5, but not 0.1 + 0.2).
 * Everything else is `{ ok: false }`: signs, commas, exponents, other scripts' digits, a third
 * decimal, NaN, Infinity, and amounts whose cents exceed the safe integers. Zero is read as 0;
 * the limits decide whether it is allowed.
 */
export function parseAmountCents(text: string | number): AmountReading {
  const match = decimalAmount.exec(String(text).trim());
  const [, whole = "", fraction = ""] = match ?? [];
  if (match === null || whole + fraction === "") {
    return { ok: false };
  }
  const amountCents = Number(whole + fraction.padEnd(2, "0"));
  return Number.isSafeInteger(amountCents) ? { ok: true, amountCents } : { ok: false };
}

/**
 * Writes cents as plain decimal text with a point and two decimals ("1234.50", "-0.05"): for files
 * and calls that a program reads. Throws a RangeError unless `amountCents` is a safe integer.
 */
export function decimalText(amountCents: number): `${number}` {
  if (!Number.isSafeInteger(amountCents)) {
    throw new RangeError(`An amount is a whole number of cents, not ${amountCents}.`);
  }
  const digits = String(Math.abs(amountCents)).padStart(3, "0");
  const sign = amountCents < 0 ? "-" : "";
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}` as `${number}`;
}

/**
 * Formats cents of a currency in the reader's locale, always with two decimals. In English, US
 * dollars have the bare sign ("$1,234.50"), and in other languages that of the locale ("US$1,234.50"); any other currency is written with its code, so that it cannot be mistaken
 * for them ("SGD 65.00").
 */
export function formatCents(amountCents: number, currency: Currency, locale = "en-US"): string {
  const usdDisplay = locale.startsWith("en") ? "narrowSymbol" : "symbol";
  return new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    currencyDisplay: currency === "USD" ? usdDisplay : "code",
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(decimalText(amountCents));
}

/** Formats US cents: 123450 is "$1,234.50" in "en-US". */
export function formatUsd(amountCents: number, locale = "en-US"): string {
  return formatCents(amountCents, "USD", locale);
}

/** A deposit is at least $1.00 and at most $10,000.00. */
export const depositLimits = { minimumCents: 100, maximumCents: 1_000_000 } as const;

/** For how long the checkout of a deposit can be paid. */
export const depositCheckoutHours = 12;

/** `invalid_amount`: no positive number of cents. */
type DepositError = "invalid_amount" | "below_minimum" | "above_maximum";

/** Checks the amount of a deposit in cents against `depositLimits`. */
export function checkDepositAmount(
  amountCents: number,
): { ok: true } | { ok: false; reason: DepositError } {
  if (!Number.isSafeInteger(amountCents) || amountCents <= 0) {
    return { ok: false, reason: "invalid_amount" };
  }
  if (amountCents < depositLimits.minimumCents) {
    return { ok: false, reason: "below_minimum" };
  }
  if (amountCents > depositLimits.maximumCents) {
    return { ok: false, reason: "above_maximum" };
  }
  return { ok: true };
}

/** Currencies in which amounts can also be shown; with US dollars nothing is shown beside them. */
export const displayCurrencies = ["HKD", "SGD", "AUD", "EUR", "GBP", "CAD", "CNY", "USD"] as const;
export type DisplayCurrency = (typeof displayCurrencies)[number];
