// Text as printers of labels and carriers' forms take it: ISO 8859-1 alone.
import { visibleText } from "./normalize-text.ts";

/** Pairs of a letter or sign and what is printed in its place, of those that are no plain character with a mark. */
const plainForms: ReadonlyMap<string, string> = new Map(
  [
    // Letters of European and Vietnamese names.
    "Ł L ł l Đ D đ d Ħ H ħ h ı i ȷ j ĸ k Ŋ N ŋ n Œ OE œ oe ẞ SS Ŧ T ŧ t Ə A ə a Ǝ E ǝ e",
    // Letters of African names.
    "Ɓ B ɓ b Ɖ D ɖ d Ɗ D ɗ d Ɛ E ɛ e Ƒ F ƒ f Ɠ G ɠ g Ɣ G ɣ g Ɩ I ɩ i Ƙ K ƙ k Ɲ N ɲ n Ɔ O ɔ o Ʋ V ʋ v Ƴ Y ƴ y",
    "Ƀ B ƀ b Ɇ E ɇ e Ɨ I ɨ i Ɉ J ɉ j Ɍ R ɍ r Ʉ U ʉ u Ɏ Y ɏ y Ƶ Z ƶ z ǀ | ǁ || ǂ = ǃ !",
    // Letters and signs that stand for an apostrophe or a quotation mark.
    "ʹ ' ʻ ' ʼ ' ʽ ' ʾ ' ʿ ' ˈ ' ˊ ' ˋ ' Ꞌ ' ꞌ ' ‘ ' ’ ' ‚ ' ‛ ' ′ ' ‵ ' ‹ ' › '",
    'ʺ " ˮ " “ " ” " „ " ‟ " ″ " ‶ " 〝 " 〞 "',
    "‐ - ‑ - ‒ - – - — - ― - ⁃ - − - 〜 ~ ⁄ / ∕ / ‖ | • · ‧ · ∙ · ・ · № No. 、 , 。 .",
    "「 [ 」 ] 『 [ 』 ] 【 [ 】 ] 〔 [ 〕 ] 〈 < 〉 > 《 < 》 >",
  ].flatMap((pairs) =>
    Array.from(pairs.matchAll(/(\S+) (\S+)/g), ([, from = "", to = ""]) => [from, to] as const),
  ),
);

/** Whether a text is printable ISO 8859-1, the characters that printers of labels have. */
function isPrinted(text: string): boolean {
  return /^[\x20-\x7E\xA1-\xAC\xAE-\xFF]*$/.test(text);
}

/** A character as it is printed; of a letter with marks that are not printed, the letter. */
function plainCharacter(character: string): string {
  if (isPrinted(character)) return character;
  const known = plainForms.get(character);
  if (known !== undefined) return known;
  return [...character.normalize("NFKD")]
    .map((part) => plainForms.get(part) ?? part.replaceAll(/\p{M}/gu, ""))
    .join("")
    .replaceAll(/\s/g, " ");
}

/** Between a digit and a raised one or a fraction, which would read as one number: 12⅓ is not 121/3. */
const numberEdges =
  /(?<=\d)(?=\p{No})(?![\xB2\xB3\xB9\xBC-\xBE])|(?<=\p{No})(?<![\xB2\xB3\xB9\xBC-\xBE])(?=\d)/gu;

function charactersOf(text: string): string[] {
  return [...visibleText(text).normalize("NFC").replaceAll(numberEdges, " ")];
}

/**
 * The text in ISO 8859-1, with simpler letters and signs where that has none of its own: "Łódź" becomes "Lódz". null where
 * it has letters of other scripts, which nobody may guess, or pictures.
 */
export function printableText(text: string): string | null {
  const printable = charactersOf(text).map(plainCharacter).join("");
  return isPrinted(printable) ? printable : null;
}

/** The first character of a text that cannot be printed, as it was typed; null where all of it is printable. */
export function unprintableCharacter(text: string): string | null {
  return charactersOf(text).find((character) => !isPrinted(plainCharacter(character))) ?? null;
}

const letter = /\p{L}/u;
/** Letters of Latin, and those that several scripts share. */
const latinOrShared = /[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;

/** Whether a name has letters outside Latin, which couriers abroad cannot print. */
export function needsLatinName(name: string): boolean {
  return [...name].some((character) => letter.test(character) && !latinOrShared.test(character));
}

/** Whether a form asks for the name in Latin letters; a wrong one stays on the screen until it is corrected. */
export function asksForLatinName(name: string, latinName: string): boolean {
  return needsLatinName(name) || unprintableCharacter(latinName) !== null;
}

/** The name in Latin letters that is stored beside `name`: none where that needs none. */
export function keptLatinName(name: string, latinName: string): string {
  return needsLatinName(name) ? latinName : "";
}

/** Pictures, private characters and the like, which are in no name of any script. */
const nameless = /[\p{So}\p{Sk}\p{Co}\p{Cn}\p{Cs}]/u;

/**
 * The first character of a name that can be on no label; null where there is none. Letters of another script can, since
 * the name in Latin letters is printed in their place.
 */
export function unprintableInName(name: string): string | null {
  if (!needsLatinName(name)) return unprintableCharacter(name);
  return (
    [...name].find(
      (character) => nameless.test(character) && unprintableCharacter(character) !== null,
    ) ?? null
  );
}
