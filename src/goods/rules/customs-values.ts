// The values of goods as a customs paper has them: in one currency.
import { convertMinor } from "#catalogue/rules/exchange-rate.ts";
import { declaredDecimals, type DeclaredCurrency } from "./inbound-parcel.ts";

/** A rate of the special drawing right that is older is open work. */
export const sdrLifetimeDays = 60;

/** A rate of the special drawing right in US dollars beyond these is a slip: it has been between 1.0 and 1.7 since 1980. */
export const sdrRateBounds = { least: 0.5, most: 3 } as const;

/** Whether a text is a rate of the special drawing right: up to six decimals, within its bounds. */
export function isSdrRate(text: string): boolean {
  const { least, most } = sdrRateBounds;
  return /^\d{1,2}(?:\.\d{1,6})?$/.test(text) && Number(text) >= least && Number(text) <= most;
}

type Value = { readonly valueMinor: number; readonly currency: DeclaredCurrency };

/** Units of currencies for one euro, as exact decimal text; a currency without a rate is left out. */
export type KnownRates = Readonly<Partial<Record<DeclaredCurrency, string>>>;

function rateOf(currency: DeclaredCurrency, rates: KnownRates) {
  const rate = currency === "EUR" ? "1" : rates[currency];
  return rate === undefined ? null : { currency, rate, decimals: declaredDecimals(currency) };
}

/** A value in the smallest unit of another currency, halves rounded up; null where a rate is not known. */
export function convertedValue(
  { valueMinor, currency }: Value,
  to: DeclaredCurrency,
  rates: KnownRates,
): number | null {
  if (currency === to) return valueMinor;
  const [from, into] = [rateOf(currency, rates), rateOf(to, rates)];
  return from === null || into === null ? null : convertMinor(valueMinor, from, into);
}

/**
 * The values of lines as a paper has them: in the currency of all, else in US dollars, each line rounded by itself. null
 * where a rate is not known.
 */
export function paperValues(values: readonly Value[], rates: KnownRates) {
  const [first, ...others] = new Set(values.map(({ currency }) => currency));
  const currency = first === undefined || others.length > 0 ? ("USD" as const) : first;
  const valuesMinor: number[] = [];
  for (const value of values) {
    const valueMinor = convertedValue(value, currency, rates);
    if (valueMinor === null) return null;
    valuesMinor.push(valueMinor);
  }
  return { currency, valuesMinor, totalMinor: valuesMinor.reduce((sum, one) => sum + one, 0) };
}
