import { decodeHTML } from "entities";
import { storableText, normalizeLine } from "#platform/rules/stored-text.ts";

/** Elements whose content is no words, and comments. */
const hidden = /<(script|style)\b[^<>]*>.*?<\/\1\s*>|<!--.*?-->/gis;
const tag =
  /<\/?(?:a|b|big|blockquote|body|br|center|code|dd|div|dl|dt|em|font|h[1-6]|hr|html|i|img|label|li|ol|p|pre|s|small|span|strike|strong|sub|sup|table|tbody|td|th|thead|tr|tt|u|ul)(?:\s[^<>]*)?\/?>/gi;

/** The words of a text that may have HTML in it, also escaped; what only looks like a tag stays. */
function wordsOf(text: string): string {
  // Some carriers escape twice.
  return decodeHTML(decodeHTML(text)).replaceAll(hidden, " ").replaceAll(tag, " ");
}

/** Longer ones are no words of a carrier. */
const longestText = 20_000;

/** The words of somebody else's text on one line, without markup and what cannot be stored, and shortened. */
export function shownText(text: string, maximumLength: number): string {
  const words = normalizeLine(wordsOf(text.slice(0, longestText)));
  return storableText(words.replaceAll(/\s+/g, " "), maximumLength);
}
