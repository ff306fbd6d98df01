import { sentence } from "#platform/server/translate.ts";
import { apiError } from "#platform/contract/errors.ts";
import { checkPassword, passwordLength, type PasswordError } from "#people/rules/password.ts";

const reasons: Readonly<Record<PasswordError, ReturnType<typeof sentence>>> = {
  too_short: sentence("errors.passwordTooShort", passwordLength),
  too_long: sentence("errors.passwordTooLong", passwordLength),
  too_common: sentence("errors.passwordTooCommon"),
};

/** Throws `weak_password`, with the reason in its message and data, unless the password meets the rules. */
export function requireGoodPassword(password: string): void {
  const checked = checkPassword(password);
  if (!checked.ok)
    throw apiError("weak_password", { reason: checked.reason }, reasons[checked.reason]);
}
