// Validation of new passwords: length, and not one of the commonest.
import { commonPasswords } from "./common-passwords.ts";

/** Length of a password in characters. A longer one is rejected, never truncated. */
export const passwordLength = { minimum: 6, maximum: 128 } as const;

/** Why a password is rejected. */
export type PasswordError = "too_short" | "too_long" | "too_common";

let lookup: ReadonlySet<string> | null = null;

function isCommonPassword(password: string): boolean {
  // Split on first use, since most pages never check a password.
  lookup ??= new Set(commonPasswords.trim().split(/\s+/));
  return lookup.has(password.trim().toLowerCase());
}

/**
 * Validates a new password: 6 to 128 characters (a character outside the basic plane counts once), and not one of the
 * commonest in any case and with or without blanks around it. Any character is allowed.
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
