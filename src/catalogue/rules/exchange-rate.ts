import { displayCurrencies, type DisplayCurrency } from "#platform/rules/money.ts";

/** The currencies whose rates to the euro are needed. */
export const quotedCurrencies = displayCurrencies.filter((currency) => currency !== "EUR");
export type QuotedCurrency = Exclude<DisplayCurrency, "EUR">;

/** Units of each currency for one euro, as exact decimal text. */
export type EuroRates = Readonly<Record<QuotedCurrency, string>>;

/** Rates that are this old or older are neither shown nor quoted with. */
export const rateLifetimeDays = 7;

const rateDecimals = 8;
const rateText = new RegExp(`^\\d{1,6}(?:\\.\\d{1,${rateDecimals}})?$`);

/** Whether `text` is a positive decimal number that can be stored exactly. */
export function isRate(text: string): boolean {
  return rateText.test(text) && /[1-9]/.test(text);
}

const dayMilliseconds = 86_400_000;

/** Whether rates of `day` (`YYYY-MM-DD`) are younger than seven days at `now`, by the date in UTC. */
export function isRateCurrent(day: string, now: Date): boolean {
  const today = Date.parse(now.toISOString().slice(0, 10));
  return (today - Date.parse(day)) / dayMilliseconds < rateLifetimeDays;
}

/** A rate as a whole number of its smallest decimal, so that all rates have the same scale. */
function scaledRate(text: string, currency: string): bigint {
  if (!isRate(text)) throw new RangeError(`The rate of ${currency} is ${text}.`);
  const [whole = "", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(rateDecimals, "0"));
}

function scaledRateOf(rates: EuroRates, currency: DisplayCurrency): bigint {
  return scaledRate(currency === "EUR" ? "1" : rates[currency], currency);
}

/** The quotient of a positive `divisor`, rounded to the nearest whole number, halves away from zero. */
function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const size = dividend < 0n ? -dividend : dividend;
  const rounded = (2n * size + divisor) / (2n * divisor);
  return dividend < 0n ? -rounded : rounded;
}

/** From this amount on, cents would suggest a precision that an approximation does not have. */
const smallestWholeCents = 1_000n;

/**
 * What cents of one currency are worth in cents of another, computed exactly over the euro and rounded once, halves away
 * from zero: to whole units from 10 units on, to cents below.
 */
export function approximateCents(
  amountCents: number,
  currencies: { readonly from: DisplayCurrency; readonly to: DisplayCurrency },
  rates: EuroRates,
): number {
  const dividend = BigInt(amountCents) * scaledRateOf(rates, currencies.to);
  const divisor = scaledRateOf(rates, currencies.from);
  const cents = divideRounded(dividend, divisor);
  if (cents > -smallestWholeCents && cents < smallestWholeCents) return Number(cents);
  return Number(divideRounded(dividend, divisor * 100n) * 100n);
}

/** Units of a currency for one euro, as exact decimal text, and how many decimals its amounts have. */
type CurrencyRate = { readonly currency: string; readonly rate: string; readonly decimals: number };

/** An amount in the smallest unit of another currency, computed exactly over the euro and rounded once, halves away from zero. */
export function convertMinor(amountMinor: number, from: CurrencyRate, to: CurrencyRate): number {
  const dividend =
    BigInt(amountMinor) * scaledRate(to.rate, to.currency) * 10n ** BigInt(to.decimals);
  const divisor = scaledRate(from.rate, from.currency) * 10n ** BigInt(from.decimals);
  return Number(divideRounded(dividend, divisor));
}

/**
 * What cents of a currency cost in cents of US dollars, computed exactly over the euro and rounded up, so that a price is
 * never charged below its cost. `rates` may be null for US dollars alone; otherwise a RangeError is thrown.
 */
export function centsInDollars(
  amountCents: number,
  currency: DisplayCurrency,
  rates: EuroRates | null,
): number {
  if (currency === "USD") return amountCents;
  if (rates === null) throw new RangeError(`There is no rate of ${currency}.`);
  const dividend = BigInt(amountCents) * scaledRateOf(rates, "USD");
  const divisor = scaledRateOf(rates, currency);
  return Number((dividend + divisor - 1n) / divisor);
}

/**
 * Formats a result of `approximateCents` in the reader's locale: "HK$195", "HK$7.81". A currency whose symbol there is the
 * bare dollar sign is written with its code, since that sign means US dollars everywhere else.
 */
export function formatApproximation(
  amountCents: number,
  currency: DisplayCurrency,
  locale: string,
): string {
  const isWhole = Math.abs(amountCents) >= Number(smallestWholeCents);
  const format = (currencyDisplay: "symbol" | "narrowSymbol" | "code") =>
    new Intl.NumberFormat(locale, {
      style: "currency",
      currency,
      currencyDisplay,
      minimumFractionDigits: isWhole ? 0 : 2,
      maximumFractionDigits: isWhole ? 0 : 2,
    });
  if (currency === "USD") return format("narrowSymbol").format(amountCents / 100);
  const withSymbol = format("symbol");
  const parts = withSymbol.formatToParts(amountCents / 100);
  const isAmbiguous = parts.some(({ type, value }) => type === "currency" && value === "$");
  return (isAmbiguous ? format("code") : withSymbol).format(amountCents / 100);
}
