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
