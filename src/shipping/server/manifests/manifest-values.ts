import { declaredValueText } from "#goods/rules/declared-value.ts";
import type { DeclaredValue } from "./manifest-queries.ts";

/** Values as text, such as "CNY 129.90 + HKD 20.00"; empty where nothing was declared. */
export function valueText(values: readonly DeclaredValue[]): string {
  return values
    .map(
      ({ currency, valueMinor }) =>
        `${currency} ${declaredValueText(Number(valueMinor), currency)}`,
    )
    .join(" + ");
}

/** The sums of values by currency, as text. */
export function totalValueText(values: readonly DeclaredValue[]): string {
  const sums = Map.groupBy(values, ({ currency }) => currency);
  return valueText(
    [...sums]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([currency, ones]) => ({
        shipRequestId: "",
        currency,
        valueMinor: ones.reduce((sum, { valueMinor }) => sum + valueMinor, 0n),
      })),
  );
}
