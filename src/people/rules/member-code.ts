// The code by which a parcel that arrives is matched with its customer.
import { plainText } from "#platform/rules/normalize-text.ts";

/** The characters of codes: digits and letters without those that look alike (0, O, 1, I and L). */
export const codeAlphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/** How many characters of a member code are random; one check character follows. */
export const memberCodeLength = 6;

/** Why a text is no member code. `look_alike` names the first character that no code has. */
export type MemberCodeError =
  | { readonly reason: "missing" | "wrong_length" | "wrong_check_character" }
  | { readonly reason: "look_alike" | "invalid_character"; readonly character: string };

const lookAlikes = "01OIL";

/**
 * The check character of six characters: the sum of their positions in the alphabet, weighted 1 to 6, modulo 31. 31 is
 * prime and the weights differ, so every single wrong character and every swap of two is found.
 */
export function checkCharacter(characters: string): string {
  const sum = [...characters].reduce(
    (total, character, index) => total + (index + 1) * codeAlphabet.indexOf(character),
    0,
  );
  return codeAlphabet.charAt(sum % codeAlphabet.length);
}

/** The code of six random characters of the alphabet. */
export function memberCodeOf(characters: string): string {
  return characters + checkCharacter(characters);
}

/** A code in two groups, as it is shown and printed: S7K3-2QX. */
export function formatMemberCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/** Reads a code as it is typed or printed: in any case and width, with or without the dash and spaces. */
export function parseMemberCode(
  text: string,
): { readonly ok: true; readonly code: string } | ({ readonly ok: false } & MemberCodeError) {
  const code = plainText(text)
    .replaceAll(/[\s\u2010-\u2015\u2212-]/g, "")
    .toUpperCase();
  if (code === "") return { ok: false, reason: "missing" };
  for (const character of code) {
    if (lookAlikes.includes(character)) return { ok: false, reason: "look_alike", character };
    if (!codeAlphabet.includes(character)) {
      return { ok: false, reason: "invalid_character", character };
    }
  }
  if (code.length !== memberCodeLength + 1) return { ok: false, reason: "wrong_length" };
  if (memberCodeOf(code.slice(0, memberCodeLength)) !== code) {
    return { ok: false, reason: "wrong_check_character" };
  }
  return { ok: true, code };
}
