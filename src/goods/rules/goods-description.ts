// How goods are described for customs: in Latin letters, and by more than the words that customs of the EU and carriers refuse.
import { visibleText } from "#platform/rules/normalize-text.ts";
import { printableText } from "#platform/rules/latin-script.ts";

export const descriptionLength = { minimum: 3, maximum: 100 } as const;

const pictures = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/gu;

/** A description as papers print it, without pictures; null where it has letters of other scripts. */
export function latinText(text: string): string | null {
  const printable = printableText(visibleText(text).replaceAll(pictures, " "));
  return printable === null ? null : printable.replaceAll(/\s+/g, " ").trim();
}

/** A word in the singular, as far as rules without a dictionary go: the same of `boxes` and `box`. */
export function singular(word: string): string {
  // Of hoodies nobody can tell whether one is a hoodie or a hoody.
  if (/^[a-z]{2,}[^aeiou\W]ies?$/.test(word)) return word.replace(/ies?$/, "y");
  if (/(?:ss|x|ch|sh|zz)es$/.test(word)) return word.slice(0, -2);
  if (/[^su]s$/.test(word) && word.length > 2) return word.slice(0, -1);
  return word;
}

/** The words of a Latin text in the singular, without case, marks and figures. */
export function latinWords(text: string): string[] {
  return text
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[\p{M}'’]/gu, "")
    .split(/[^a-z]+/)
    .filter((word) => word !== "")
    .map(singular);
}

/** The words of a text between spaces, so that whole ones are found in it. */
function spacedWords(text: string): string {
  return ` ${latinWords(text).join(" ")} `;
}

/**
 * Whether a description still says what another one did, whatever stands before or behind its words: "Cotton T-shirts, blue" says
 * "Cotton T-shirts".
 */
export function saysStill(description: string, before: string): boolean {
  return spacedWords(description).includes(spacedWords(before));
}

/** The stop words of which each is in the text, by the places of its words there. */
function stopWordPlaces(words: readonly string[], stopWords: readonly string[]) {
  return stopWords.flatMap((stopWord) => {
    const parts = latinWords(stopWord);
    const starts = words.flatMap((_, at) =>
      parts.length > 0 && parts.every((part, offset) => words[at + offset] === part) ? [at] : [],
    );
    const places = starts.flatMap((start) => parts.map((_, offset) => start + offset));
    return places.length === 0 ? [] : [{ stopWord, places }];
  });
}

/** Why a description is refused. */
export const descriptionFaults = ["not_latin", "too_short", "stop_words"] as const;
export type DescriptionFault = (typeof descriptionFaults)[number];

/** What customs may ask about a description that is taken: a stop word among others, or a single word. */
export const descriptionDoubts = ["stop_words", "single_word"] as const;
export type DescriptionDoubt = (typeof descriptionDoubts)[number];

export type DescriptionReading =
  | { readonly fault: DescriptionFault }
  | {
      readonly fault: null;
      readonly description: string;
      readonly doubt: DescriptionDoubt | null;
      /** The stop words in it. */
      readonly stopWords: readonly string[];
    };

/**
 * Reads a description. Nothing but stop words, in singular or plural and whatever figures stand beside them, is refused;
 * among others they are doubted, unless the description is one of `known`, which customs take. The length that a text has
 * too much is left to the form of the field.
 */
export function readDescription(
  text: string,
  {
    stopWords,
    known,
  }: { readonly stopWords: readonly string[]; readonly known: ReadonlySet<string> },
): DescriptionReading {
  const description = latinText(text);
  if (description === null) return { fault: "not_latin" };
  const words = latinWords(description);
  if (description.length < descriptionLength.minimum || words.length === 0) {
    return { fault: "too_short" };
  }
  const taken = { fault: null, description } as const;
  if (known.has(description)) return { ...taken, doubt: null, stopWords: [] };
  const found = stopWordPlaces(words, stopWords);
  const places = new Set(found.flatMap((one) => one.places));
  if (places.size === words.length) return { fault: "stop_words" };
  if (found.length > 0) {
    const named = found.map(({ stopWord }) => stopWord);
    return { ...taken, doubt: "stop_words", stopWords: [...new Set(named)] };
  }
  return { ...taken, doubt: words.length === 1 ? "single_word" : null, stopWords: [] };
}
