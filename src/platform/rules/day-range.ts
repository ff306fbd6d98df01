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
