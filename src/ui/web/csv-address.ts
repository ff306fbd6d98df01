import { readerLocale } from "./figures.tsx";

/** The address of a CSV download, in the reader's time zone and locale. */
export function csvAddress(
  path: `/api/${string}.csv`,
  filter: Readonly<Record<string, string>> = {},
): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const query = new URLSearchParams({ ...filter, timeZone, locale: readerLocale() });
  return `${path}?${query.toString()}`;
}
