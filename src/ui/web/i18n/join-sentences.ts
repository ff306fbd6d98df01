import { readerLocale } from "#ui/web/figures.tsx";

/** Whole sentences one after the other, with a blank between them where the language has one. */
export function joinSentences(sentences: readonly string[]): string {
  return new Intl.ListFormat(readerLocale(), { style: "narrow", type: "unit" }).format(sentences);
}

/** What stands between two sentences: a blank, or nothing where the language has none, as in Chinese. */
export function sentenceGap(): string {
  return joinSentences(["", ""]);
}
