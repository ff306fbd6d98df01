import { readerLocale } from "./figures.tsx";

/** A value in the smallest unit of its currency, as the reader writes amounts: CN¥128.00, JP¥1,280. */
export function declaredValueText(valueMinor: number, currency: string): string {
  const format = new Intl.NumberFormat(readerLocale(), { style: "currency", currency });
  const { maximumFractionDigits = 2 } = format.resolvedOptions();
  return format.format(valueMinor / 10 ** maximumFractionDigits);
}
