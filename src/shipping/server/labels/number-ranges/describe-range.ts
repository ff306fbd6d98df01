import type { NumberRange, ServiceStock } from "#shipping/contract/number-ranges.ts";
import { addDays } from "#platform/rules/calendar.ts";
import type { Language } from "#platform/rules/language.ts";
import { daysOfStock, isStockLow, numberStockRules } from "#shipping/rules/number-range.ts";
import { postalNumber } from "#catalogue/rules/postal-number.ts";
import type { RangeRow } from "./range-queries.ts";

/** Labels since then count for the pace. */
export function paceStart(now: Date): Date {
  return addDays(now, -numberStockRules.paceDays);
}

/** The first, last and next number of a range. */
function toNumbers(row: RangeRow): Pick<NumberRange, "firstNumber" | "lastNumber" | "nextNumber"> {
  const { prefix, countryCode: country, firstSerial, lastSerial, nextSerial } = row;
  if (prefix === null || country === null || firstSerial === null || lastSerial === null) {
    return {
      firstNumber: row.firstListed ?? "",
      lastNumber: row.lastListed ?? "",
      nextNumber: row.nextListed,
    };
  }
  const number = (serial: number) => postalNumber({ prefix, country }, serial);
  return {
    firstNumber: number(firstSerial),
    lastNumber: number(lastSerial),
    nextNumber: nextSerial === null || nextSerial > lastSerial ? null : number(nextSerial),
  };
}

/** A range as the contract defines it. */
export function describeRange(row: RangeRow, language: Language): NumberRange {
  return {
    id: row.id,
    serviceCode: row.serviceCode,
    serviceName: row.serviceNames?.[language] ?? null,
    kind: row.kind,
    ...toNumbers(row),
    total: row.total,
    left: row.left,
    usedLately: row.usedLately,
    source: row.source,
    isActive: row.isActive,
    createdAt: row.createdAt.toISOString(),
  };
}

/** What is left for each service that has ranges. */
export function toStocks(all: readonly NumberRange[]): ServiceStock[] {
  const byService = Map.groupBy(all, ({ serviceCode }) => serviceCode);
  return [...byService].map(([serviceCode, ranges]) => {
    const sum = (of: (range: NumberRange) => number) =>
      ranges.reduce((total, range) => total + of(range), 0);
    const stock = {
      left: sum(({ isActive, left }) => (isActive ? left : 0)),
      usedLately: sum(({ usedLately }) => usedLately),
    };
    return {
      serviceCode,
      serviceName: ranges[0]?.serviceName ?? null,
      left: stock.left,
      days: daysOfStock(stock),
      isLow: isStockLow(stock),
    };
  });
}
