// Text as printers of labels and carriers' forms take it: ISO 8859-1 alone.
import { isLatinName } from "./latin-name.ts";
import { halfWidth } from "./stored-text.ts";

/** Letters of Latin that are no plain letter with a mark. */
const plainLetters: Readonly<Record<string, string>> = {
  Ł: "L",
  ł: "l",
  Đ: "D",
  đ: "d",
  Ħ: "H",
  ħ: "h",
  ı: "i",
  Ŋ: "N",
  ŋ: "n",
  Œ: "OE",
  œ: "oe",
  ẞ: "SS",
  Ŧ: "T",
  ŧ: "t",
  Ə: "A",
  ə: "a",
};

/** Signs of word processors, and what typewriters have for them. */
const plainSigns: Readonly<Record<string, string>> = {
  "\u2018": "'",
  "\u2019": "'",
  "\u201C": '"',
  "\u201D": '"',
  "\u2010": "-",
  "\u2011": "-",
  "\u2012": "-",
  "\u2013": "-",
  "\u2014": "-",
  "\u2026": "...",
  "\u00A0": " ",
  "\u3001": ",",
  "\u3002": ".",
};

function plainCharacter(character: string): string {
  if (isLatinName(character)) return character;
  const known = plainLetters[character] ?? plainSigns[character];
  return known ?? character.normalize("NFD").replaceAll(/\p{M}/gu, "");
}

/**
 * The text in ISO 8859-1, with simpler letters and signs where that has none of its own: "Łódź" becomes "Lódz". null where
 * it has letters of other scripts, which nobody may guess.
 */
export function printableText(text: string): string | null {
  const printable = [...halfWidth(text).normalize("NFC")].map(plainCharacter).join("");
  return isLatinName(printable) ? printable : null;
}
