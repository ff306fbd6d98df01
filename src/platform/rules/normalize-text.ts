// The forms in which texts in any script are stored and compared.

/** Control characters but tabs and line ends, and those that change the direction of the text after them. */
const invisibleControls = /(?![\t\n\r])\p{Cc}|[\u202A-\u202E\u2066-\u2069]/gu;
const lineEnds = /[\t\n\r\u2028\u2029]+/g;
/** Characters of format and variation, and others without a picture of their own, but joiners. */
const invisible = /(?![\u200C\u200D])[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const joiningScripts =
  "Arab Beng Deva Gujr Guru Khmr Knda Mand Mlym Mong Mymr Nkoo Orya Sinh Syrc Taml Telu";
const joiningLetter = `(?=[\\p{L}\\p{M}])[${joiningScripts
  .split(" ")
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join("")}]`;
const looseJoiners = new RegExp(
  `(?<!${joiningLetter})[\\u200C\\u200D]|[\\u200C\\u200D](?!${joiningLetter})`,
  "gu",
);
const fullWidth = /[\uFF01-\uFF5E\u3000]/g;

/** A text in the composed form (NFC), without control characters and white space around it. */
export function normalizeText(text: string): string {
  return text.replaceAll(invisibleControls, "").normalize("NFC").trim();
}

/**
 * A text without characters that nobody sees: those of format and variation, such as a zero-width space, a soft hyphen or
 * a byte-order mark. A joiner stays between letters of a script that writes with it.
 */
export function visibleText(text: string): string {
  return text.replaceAll(invisible, "").replaceAll(looseJoiners, "");
}

/** The stored form of a text of one line, such as a name, an address or a search: of what can be seen. */
export function normalizeLine(text: string): string {
  return normalizeText(visibleText(text)).replaceAll(lineEnds, " ");
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
function halfWidth(text: string): string {
  return text.replaceAll(fullWidth, (character) =>
    character === "\u3000" ? " " : String.fromCharCode(character.charCodeAt(0) - 0xfee0),
  );
}

/** A text as numbers, codes, emails and phone numbers are read: what can be seen, in its usual width. */
export function plainText(text: string): string {
  return halfWidth(visibleText(text));
}

/** A text as searches compare it: width, case and what nobody sees do not matter. */
export function searchKey(text: string): string {
  return visibleText(text).normalize("NFKC").toLowerCase();
}

/** The beginning that a word shares with its plural: `batter` of battery and batteries, `box` of boxes; other words whole. */
function wordStem(word: string): string {
  const [, stem = word] =
    /^([a-z]{3,}[^aeiou\W])(?:y|ies)$/.exec(word) ??
    /^([a-z]*(?:[sxz]|ch|sh))es$/.exec(word) ??
    /^([a-z]{2,}[^s\W])s$/.exec(word) ??
    [];
  return stem;
}

/**
 * The words of a search; a text that contains all of them, compared by its `searchKey`, is found. A number in groups is one
 * word, since its groups are in many other numbers.
 */
export function searchedWords(search: string): string[] {
  const key = searchKey(search).trim();
  if (/^[\d\s-]+$/.test(key)) return [key];
  return key.split(/\s+/).filter(Boolean).map(wordStem);
}
