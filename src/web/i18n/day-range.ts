/**
 * Two days of the reader's calendar for a sentence such as 'between 4 and 9 December': what they have in common is named
 * once, and the year only where it is not this one.
 */
export function dayRange(
  earliestAt: string,
  latestAt: string,
  locale: string,
  now = new Date(),
): { readonly earliest: string; readonly latest: string } {
  const [first, last] = [new Date(earliestAt), new Date(latestAt)];
  const years = new Set([first, last, now].map((day) => day.getFullYear()));
  const format = new Intl.DateTimeFormat(locale, {
    day: "numeric",
    month: "long",
    ...(years.size > 1 && { year: "numeric" }),
  });
  const [earliest, latest] = [format.format(first), format.format(last)];
  const isOneDay = earliest === latest;
  if (isOneDay || years.size > 1 || first.getMonth() !== last.getMonth()) {
    return { earliest, latest };
  }
  const dayAlone = new Intl.DateTimeFormat(locale, { day: "numeric" });
  const isDayFirst = format.formatToParts(first)[0]?.type === "day";
  return isDayFirst
    ? { earliest: dayAlone.format(first), latest }
    : { earliest, latest: dayAlone.format(last) };
}
