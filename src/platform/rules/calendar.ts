// Arithmetic on dates in UTC: months, weeks and business days.

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
type MonthPeriod = { monthNumber: number; startsAt: Date; endsAt: Date };

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

/** The milliseconds of a day. */
const dayMilliseconds = 86_400_000;

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

/**
 * Two days for a sentence such as 'between 4 and 9 December': what they have in common is named once, and the year only
 * where it is not that of `now`.
 * @param options.timeZone of the calendar; absent: the reader's own.
 */
export function dayRange(
  earliestAt: string,
  latestAt: string,
  options: { readonly locale: string; readonly timeZone?: string; readonly now: Date },
): { readonly earliest: string; readonly latest: string } {
  const { locale, timeZone, now } = options;
  const [first, last] = [new Date(earliestAt), new Date(latestAt)];
  const formatOf = (parts: Intl.DateTimeFormatOptions, language = locale) =>
    new Intl.DateTimeFormat(language, { ...parts, timeZone });
  const year = formatOf({ year: "numeric" }, "en");
  const month = formatOf({ year: "numeric", month: "numeric" }, "en");
  const years = new Set([first, last, now].map((day) => year.format(day)));
  const format = formatOf({
    day: "numeric",
    month: "long",
    ...(years.size > 1 && { year: "numeric" }),
  });
  const [earliest, latest] = [format.format(first), format.format(last)];
  const isOneDay = earliest === latest;
  if (isOneDay || years.size > 1 || month.format(first) !== month.format(last)) {
    return { earliest, latest };
  }
  const dayAlone = formatOf({ day: "numeric" });
  const isDayFirst = format.formatToParts(first)[0]?.type === "day";
  return isDayFirst
    ? { earliest: dayAlone.format(first), latest }
    : { earliest, latest: dayAlone.format(last) };
}
