// The days from which prices may begin, and the one whose prices count.
import { addCalendarDays, localTime } from "#platform/rules/calendar.ts";

/** The time zone in which prices begin, whatever that of a warehouse is. */
const pricesTimeZone = "Asia/Hong_Kong";

/** The day whose prices count: they begin at midnight in Hong Kong, wherever a service starts. */
export function todayOfRates(now: Date): string {
  return localTime(pricesTimeZone, now).day;
}

/** How far ahead prices may begin: they are never removed, so that one typed for a wrong year would stay. */
export const priceDaysAhead = 366;

/** Whether prices may begin on `day`: today or later, and not too far ahead. */
export function isPriceDay(day: string, today: string): boolean {
  return day >= today && day <= addCalendarDays(today, priceDaysAhead);
}
