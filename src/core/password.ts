// What a password must be: long enough, not too long, and not among those guessed first.
import { commonPasswords } from "./common-passwords.ts";

/** The least and the most characters of a password. Nothing is ever cut off. */
export const passwordLength = { minimum: 6, maximum: 128 } as const;

/** Why a password is refused. */
export type PasswordError = "too_short" | "too_long" | "too_common";

let lookup: ReadonlySet<string> | null = null;

function isCommonPassword(password: string): boolean {
  // Split on first use, so that a page which never asks does not pay for it.
  lookup ??= new Set(commonPasswords.trim().split(/\s+/));
  return lookup.has(password.trim().toLowerCase());
}

/**
 * Judges a new password: 6 to 128 characters (a character outside the basic plane counts once) and
 * not one of the commonest, in any case and with or without blanks around it. Any character may
 * stand in it.
 */
export function checkPassword(
  password: string,
): { ok: true } | { ok: false; reason: PasswordError } {
  const characterCount = [...password].length;
  if (characterCount < passwordLength.minimum) {
    return { ok: false, reason: "too_short" };
  }
  if (characterCount > passwordLength.maximum) {
    return { ok: false, reason: "too_long" };
  }
  return isCommonPassword(password) ? { ok: false, reason: "too_common" } : { ok: true };
}
