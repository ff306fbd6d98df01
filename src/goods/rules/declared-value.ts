// What customers say they paid for a parcel, in the smallest unit of its currency.
import type { declaredCurrencies } from "./inbound-parcel.ts";

/** Currency of a declared value. */
export type DeclaredCurrency = (typeof declaredCurrencies)[number];

const maxMinor = 100_000_000_000;

/** Decimals of a currency; the yen has none. */
export function declaredDecimals(currency: DeclaredCurrency): number {
  return currency === "JPY" ? 0 : 2;
}

/** Reads decimal text such as "129.90" into the smallest unit; null where it is not a positive amount of the currency. */
export function parseDeclaredValue(text: string, currency: DeclaredCurrency): number | null {
  const decimals = declaredDecimals(currency);
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (match === null) return null;
  const [, whole = "", fraction = ""] = match;
  if (fraction.length > decimals) return null;
  const minor = Number(whole + fraction.padEnd(decimals, "0"));
  return minor >= 1 && minor <= maxMinor ? minor : null;
}

/** The plain decimal text of a value, such as "129.90". */
export function declaredValueText(minor: number, currency: DeclaredCurrency): string {
  const decimals = declaredDecimals(currency);
  const digits = String(minor).padStart(decimals + 1, "0");
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Formats a value in the reader's locale with the code of its currency, such as "CNY 129.90". */
export function formatDeclaredValue(
  minor: number,
  currency: DeclaredCurrency,
  locale: string,
): string {
  const decimals = declaredDecimals(currency);
  return new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    currencyDisplay: "code",
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(declaredValueText(minor, currency) as `${number}`);
}
