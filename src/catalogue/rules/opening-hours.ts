// When a warehouse is open: its hours of each weekday, its closed days and its time zone.
import { addCalendarDays, localTime, momentOf } from "#platform/rules/calendar-day.ts";
import type { OpeningHours } from "./warehouse.ts";

/** When a place is open. */
export type OpeningTimes = {
  readonly openingHours: OpeningHours;
  /** Days of the calendar. */
  readonly closedDays: readonly string[];
  readonly timeZone: string;
};

/** How far back opening hours are counted; a place that was closed for longer has none. */
const mostDays = 60;
const minuteMilliseconds = 60_000;

/** From when to when a place is open on a day; null: closed. */
function openOn(
  { openingHours, closedDays, timeZone }: OpeningTimes,
  day: string,
): { readonly from: number; readonly to: number } | null {
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  const hours = openingHours[weekday] ?? null;
  if (hours === null || closedDays.includes(day)) return null;
  const from = momentOf(timeZone, day, hours.opensAt);
  return { from, to: momentOf(timeZone, day, hours.closesAt) };
}

/** The latest moment since which the place was open for `hours` hours until `until`; null where it was not in 60 days. */
export function beforeOpenHours(place: OpeningTimes, until: Date, hours: number): Date | null {
  let left = hours * 60 * minuteMilliseconds;
  let { day } = localTime(place.timeZone, until);
  for (let days = 0; days <= mostDays; days += 1) {
    const open = openOn(place, day);
    if (open !== null) {
      const to = Math.min(open.to, until.getTime());
      const length = Math.max(0, to - open.from);
      if (length >= left) return new Date(to - left);
      left -= length;
    }
    day = addCalendarDays(day, -1);
  }
  return null;
}
