import { searchKey } from "#platform/rules/normalize-text.ts";

/** Whether every word is in the texts, in any case and width. */
export function matches(words: string, texts: readonly (string | undefined)[]): boolean {
  const text = searchKey(texts.join(" "));
  return searchKey(words)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
