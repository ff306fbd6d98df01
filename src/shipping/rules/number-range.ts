// The numbers that a carrier gave us for our own labels, and how long they last.
import { plainCell } from "./label-file.ts";
import { checkTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";

/** Where the numbers of a range come from: postal items of consecutive serial numbers, or a list. */
export const numberRangeKinds = ["postal", "list"] as const;
export type NumberRangeKind = (typeof numberRangeKinds)[number];

export const numberRangeLimits = {
  ranges: 200,
  /** Numbers of one imported file. */
  importedNumbers: 10_000,
  /** Characters of one imported file. */
  importedCharacters: 900_000,
  importErrors: 200,
  note: 200,
} as const;

/** Days over which the pace is measured, and the days of stock below which staff are warned. */
export const numberStockRules = { paceDays: 30, warnBelowDays: 14 } as const;

/** What is wrong with a line of an imported list. */
export const numberImportErrorKinds = [
  "invalid_number",
  "repeated_number",
  "number_used",
  "no_rows",
  "too_many_rows",
] as const;
type NumberImportErrorKind = (typeof numberImportErrorKinds)[number];

/** `line` is that of the file, from 1; `value` is what stands there. */
export type NumberImportError = {
  readonly line: number;
  readonly kind: NumberImportErrorKind;
  readonly value: string;
};

type ListedNumber = { readonly line: number; readonly trackingNumber: string };

/** The numbers of a list, one a line, and everything that is wrong with it. Empty lines are left out. */
export function parseNumberList(text: string): {
  readonly numbers: readonly ListedNumber[];
  readonly errors: readonly NumberImportError[];
} {
  const lines = text
    .split(/\r\n|\n|\r/)
    // Spreadsheets write columns that are empty, and which sign stands between them.
    .map((line) => line.replace(/[,;\t\s]+$/, "").replace(/^"?sep="?$/i, ""))
    .map((line, at) => ({ line: at + 1, value: plainCell(line) }));
  const filled = lines.filter(({ value }) => value !== "");
  if (filled.length === 0)
    return { numbers: [], errors: [{ line: 1, kind: "no_rows", value: "" }] };
  if (filled.length > numberRangeLimits.importedNumbers) {
    const error = { line: 1, kind: "too_many_rows", value: String(filled.length) } as const;
    return { numbers: [], errors: [error] };
  }
  const numbers = new Map<string, ListedNumber>();
  const errors: NumberImportError[] = [];
  for (const { line, value } of filled) {
    const checked = checkTrackingNumber(value);
    if (!checked.ok) errors.push({ line, kind: "invalid_number", value: value.slice(0, 60) });
    else if (numbers.has(checked.trackingNumber)) {
      errors.push({ line, kind: "repeated_number", value: checked.trackingNumber });
    } else numbers.set(checked.trackingNumber, { line, trackingNumber: checked.trackingNumber });
  }
  return { numbers: [...numbers.values()], errors };
}

/** What is left of a range, and how fast it is used. */
export type NumberStock = {
  readonly left: number;
  /** Numbers that were used within the last 30 days. */
  readonly usedLately: number;
};

/** For how many whole days the stock lasts at the pace of the last 30; null while nothing was used. */
export function daysOfStock({ left, usedLately }: NumberStock): number | null {
  if (left === 0) return 0;
  return usedLately === 0 ? null : Math.floor((left * numberStockRules.paceDays) / usedLately);
}

/** Whether staff should ask the carrier for more numbers. */
export function isStockLow(stock: NumberStock): boolean {
  const days = daysOfStock(stock);
  return days !== null && days < numberStockRules.warnBelowDays;
}
