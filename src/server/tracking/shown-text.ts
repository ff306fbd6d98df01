import { storableText, storedLine } from "#core/stored-text.ts";

/** A text of somebody else on one line, without what cannot be stored, and shortened. */
export function shownText(text: string, maximumLength: number): string {
  return storableText(storedLine(text), maximumLength);
}
