// The day from which on prices hold.
import { addCalendarDays } from "#platform/rules/calendar-day.ts";

/** The time zone in which prices begin, whatever that of a warehouse is. */
export const pricesTimeZone = "Asia/Hong_Kong";

/** How far ahead prices may begin: they are never removed, so that one typed for a wrong year would stay. */
export const priceDaysAhead = 366;

/** Whether prices may begin on `day`: today or later, and not too far ahead. */
export function isPriceDay(day: string, today: string): boolean {
  return day >= today && day <= addCalendarDays(today, priceDaysAhead);
}
