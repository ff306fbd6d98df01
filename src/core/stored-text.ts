// The forms in which texts in any script are stored and compared.

/** Control characters but tabs and line ends, and those that change the direction of the text after them. */
const invisibleControls = /(?![\t\n\r])\p{Cc}|[\u202A-\u202E\u2066-\u2069]/gu;
const lineEnds = /[\t\n\r\u2028\u2029]+/g;
const fullWidth = /[\uFF01-\uFF5E\u3000]/g;

/** A text in the composed form (NFC), without control characters and white space around it. */
export function storedText(text: string): string {
  return text.replaceAll(invisibleControls, "").normalize("NFC").trim();
}

/** The same for a text of one line, such as a name. */
export function storedLine(text: string): string {
  return storedText(text).replaceAll(lineEnds, " ");
}

/**
 * Any text as a row can keep it: NUL and halves of characters become U+FFFD, and nothing stays beyond `maximumLength`
 * UTF-16 units. For what no schema has checked, such as the input of a refused attempt or a provider's message.
 */
export function storableText(text: string, maximumLength = Infinity): string {
  return text.slice(0, maximumLength).toWellFormed().replaceAll("\u0000", "\uFFFD");
}

/** Whether a row keeps `text` as it is. */
export function isStorable(text: string): boolean {
  return storableText(text) === text;
}

/** `facts` as JSON whose texts can be kept; PostgreSQL refuses NUL and halves of characters in JSON too. */
export function storableJson(facts: unknown): string {
  return JSON.stringify(facts, (_key, value: unknown) =>
    typeof value === "string" ? storableText(value) : value,
  );
}

/** Full-width letters, digits and signs, as Chinese and Japanese keyboards write them, in their usual width. */
export function halfWidth(text: string): string {
  return text.replaceAll(fullWidth, (character) =>
    character === "\u3000" ? " " : String.fromCharCode(character.charCodeAt(0) - 0xfee0),
  );
}

/** A text as searches in the browser compare it: width and case do not matter. */
export function searchKey(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}
