// The code on the label of an inbound parcel, and the address in its QR code.
import { codeAlphabet } from "#people/rules/member-code.ts";
import { plainText } from "#platform/rules/stored-text.ts";

const labelCodeLength = 8;

/** A code as it is stored, for regular expressions. */
export const labelCodePattern = `[${codeAlphabet}]{${labelCodeLength}}`;

/** A code in two groups, as it is printed: 7KQ2 XW9D. */
export function formatLabelCode(code: string): string {
  return `${code.slice(0, 4)} ${code.slice(4)}`;
}

/** Reads a code in any case and width, with or without spaces and dashes; null where it is none. */
export function parseLabelCode(text: string): string | null {
  const code = plainText(text).replaceAll(/[\s-]/g, "").toUpperCase();
  const isCode = [...code].every((character) => codeAlphabet.includes(character));
  return isCode && code.length === labelCodeLength ? code : null;
}

/** The path that a camera reads from a label, after the origin. */
export function parcelStickerPath(labelCode: string): string {
  return `/a/${labelCode}`;
}
