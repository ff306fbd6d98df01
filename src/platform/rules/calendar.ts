// Arithmetic on dates in UTC: months, weeks and business days.
import { dayMilliseconds } from "./calendar-day.ts";

function assertDate(date: Date): void {
  if (Number.isNaN(date.getTime())) {
    throw new RangeError("A valid date is needed.");
  }
}

function assertWhole(count: number, unit: string): void {
  if (!Number.isSafeInteger(count)) {
    throw new RangeError(`A whole number of ${unit} is needed, not ${count}.`);
  }
}

/**
 * The moment `months` months after `anchor`, at the same time of day. A day that the month lacks
 * becomes the month's last day: 31 January + 1 month is 28 or 29 February.
 *
 * Always count from the first anchor (addMonths(anchor, 2)) rather than from the previous result,
 * so that 31 January comes back to the 31st in March. Throws a RangeError on an invalid date.
 */
export function addMonths(anchor: Date, months: number): Date {
  assertDate(anchor);
  assertWhole(months, "months");
  const result = new Date(anchor);
  result.setUTCDate(1);
  result.setUTCMonth(anchor.getUTCMonth() + months);
  const lastDay = new Date(result);
  lastDay.setUTCMonth(result.getUTCMonth() + 1, 0);
  result.setUTCDate(Math.min(anchor.getUTCDate(), lastDay.getUTCDate()));
  return result;
}

/** One month counted from an anchor: `startsAt` belongs to it, `endsAt` to the next one. */
export type MonthPeriod = { monthNumber: number; startsAt: Date; endsAt: Date };

/**
 * The month, counted from `anchor`, that `at` falls into; the month that begins at the anchor has
 * number 0, earlier ones are negative. Every moment is in exactly one month.
 */
export function monthPeriodAt(anchor: Date, at: Date): MonthPeriod {
  assertDate(anchor);
  assertDate(at);
  const calendarMonths =
    (at.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + at.getUTCMonth() - anchor.getUTCMonth();
  const isBeforeAnchorDay = addMonths(anchor, calendarMonths).getTime() > at.getTime();
  const monthNumber = isBeforeAnchorDay ? calendarMonths - 1 : calendarMonths;
  return {
    monthNumber,
    startsAt: addMonths(anchor, monthNumber),
    endsAt: addMonths(anchor, monthNumber + 1),
  };
}

/** The moment `days` days of 24 hours after `date`. */
export function addDays(date: Date, days: number): Date {
  assertDate(date);
  assertWhole(days, "days");
  return new Date(date.getTime() + days * dayMilliseconds);
}

/** The moment `weeks` weeks after `date`. */
export function addWeeks(date: Date, weeks: number): Date {
  assertWhole(weeks, "weeks");
  return addDays(date, weeks * 7);
}

function isWeekend(date: Date): boolean {
  const weekday = date.getUTCDay();
  return weekday === 0 || weekday === 6;
}

/**
 * The moment `businessDays` business days after `date`: Saturdays and Sundays in UTC are not
 * counted, public holidays are. From a weekend, counting begins on Monday; no business days give
 * `date` itself. Throws a RangeError on a negative count.
 */
export function addBusinessDays(date: Date, businessDays: number): Date {
  assertDate(date);
  assertWhole(businessDays, "business days");
  if (businessDays < 0) {
    throw new RangeError(`Business days are counted forwards, not ${businessDays}.`);
  }
  let result = date;
  for (let counted = 0; counted < businessDays;) {
    result = addDays(result, 1);
    counted += isWeekend(result) ? 0 : 1;
  }
  return new Date(result);
}
