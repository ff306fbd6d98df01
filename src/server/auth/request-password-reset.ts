// Asks for the letter with which somebody who forgot the password chooses a new one.
import type { Context } from "#server/context.ts";
import { parseEmail } from "./parse-email.ts";
import { requestEmail } from "./auth-emails.ts";

/**
 * Sends it where there is an account, one a minute at most; the answer, and its time, is always the same.
 * Refusals: `missing_information`, `invalid_email`.
 */
export async function requestPasswordReset(
  context: Context,
  input: { readonly email: string },
): Promise<Record<string, never>> {
  await requestEmail(context, { occasion: "password-reset", email: parseEmail(input.email) });
  return {};
}
