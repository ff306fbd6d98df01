import type common from "#platform/messages/common.en.json";
import { t } from "./messages.tsx";
import { readerLocale } from "#ui/web/figures.tsx";

/** The errors that screens find themselves, whose messages all pages load. */
type FoundErrorCode = keyof typeof common extends infer Id
  ? Id extends `errors.${infer Code}`
    ? Code
    : never
  : never;

/** The message of the API error `code`, for screens that find the same mistake themselves. */
export function errorText(code: FoundErrorCode): string {
  return t(`errors.${code}`);
}

/** Whole sentences one after the other, with a blank between them where the language has one. */
export function joinSentences(sentences: readonly string[]): string {
  return new Intl.ListFormat(readerLocale(), { style: "narrow", type: "unit" }).format(sentences);
}

/** What stands between two sentences: a blank, or nothing where the language has none, as in Chinese. */
export function sentenceGap(): string {
  return joinSentences(["", ""]);
}

/** The name of a weekday, 0 for Monday, in the language of the page. */
export function weekdayName(day: number): string {
  // 1 January 2024 was a Monday.
  const date = new Date(Date.UTC(2024, 0, 1 + day));
  return new Intl.DateTimeFormat(readerLocale(), { weekday: "long", timeZone: "UTC" }).format(date);
}
