import { apiError } from "#contract/errors.ts";
import { checkPassword, passwordLength, type PasswordError } from "#core/password.ts";

const reasons: Readonly<Record<PasswordError, string>> = {
  too_short: `Password must be at least ${passwordLength.minimum} characters.`,
  too_long: `Password must be at most ${passwordLength.maximum} characters.`,
  too_common: "This password is among the most common ones. Please choose another.",
};

/** Throws `weak_password`, with the reason in its message and data, unless the password meets the rules. */
export function requireGoodPassword(password: string): void {
  const checked = checkPassword(password);
  if (!checked.ok)
    throw apiError("weak_password", { reason: checked.reason }, reasons[checked.reason]);
}
