import { readerLocale } from "#ui/web/figures.tsx";

/** The name of a weekday, 0 for Monday, in the language of the page. */
export function weekdayName(day: number): string {
  // 1 January 2024 was a Monday.
  const date = new Date(Date.UTC(2024, 0, 1 + day));
  return new Intl.DateTimeFormat(readerLocale(), { weekday: "long", timeZone: "UTC" }).format(date);
}
