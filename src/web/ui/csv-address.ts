import { readerLocale } from "./figures.tsx";

/** The address of a CSV download whose times and amounts are in the reader's time zone and locale. */
export function csvAddress(path: string, filter: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({
    ...filter,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    locale: readerLocale(),
  });
  return `${path}?${query.toString()}`;
}
