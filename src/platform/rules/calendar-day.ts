// Days of the calendar, such as 2026-12-25, in the time zone of a place.

/** The milliseconds of a day. */
export const dayMilliseconds = 86_400_000;

function dayNumber(day: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight)) throw new RangeError(`A day of the calendar is needed, not ${day}.`);
  return midnight / dayMilliseconds;
}

/** The day `days` days after `day`, or before it. */
export function addCalendarDays(day: string, days: number): string {
  return new Date((dayNumber(day) + days) * dayMilliseconds).toISOString().slice(0, 10);
}

/** How many days `to` is after `from`; negative when it is before. */
export function daysBetween(from: string, to: string): number {
  return dayNumber(to) - dayNumber(from);
}

// Formatters are slow to make, and lists need one for each of their rows.
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known !== undefined) return known;
  const formatter = new Intl.DateTimeFormat("en-US", {
    timeZone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
  formatters.set(timeZone, formatter);
  return formatter;
}

/** The day, and the time such as 09:00, that a clock in the time zone shows at a moment. */
export function localTime(
  timeZone: string,
  at: Date,
): { readonly day: string; readonly time: string } {
  const parts = new Map(
    formatterOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? "";
  return {
    day: `${part("year")}-${part("month")}-${part("day")}`,
    time: `${part("hour")}:${part("minute")}`,
  };
}

/** The moment at which a clock in the time zone shows this day and time; where it shows it twice, one of the two. */
export function momentOf(timeZone: string, day: string, time: string): number {
  const wanted = Date.parse(`${day}T${time}:00Z`);
  let moment = wanted;
  // The first guess is off by the zone's offset, the second by a change of clocks in between.
  for (let guess = 0; guess < 2; guess += 1) {
    const shown = localTime(timeZone, new Date(moment));
    moment += wanted - Date.parse(`${shown.day}T${shown.time}:00Z`);
  }
  return moment;
}
