// The numbers that a carrier gave us for our own labels, and how long they last.

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
