// Checks a password that somebody wants to have.
import { apiError } from "#contract/errors.ts";
import { checkPassword, passwordLength, type PasswordError } from "#core/password.ts";

const reasons: Readonly<Record<PasswordError, string>> = {
  too_short: `Password must be at least ${passwordLength.minimum} characters.`,
  too_long: `Password must be at most ${passwordLength.maximum} characters.`,
  too_common: "This password is among the most common ones. Please choose another.",
};

/** Refuses with `weak_password`, its sentence naming the reason. */
export function requireGoodPassword(password: string): void {
  const checked = checkPassword(password);
  if (!checked.ok)
    throw apiError("weak_password", { reason: checked.reason }, reasons[checked.reason]);
}
