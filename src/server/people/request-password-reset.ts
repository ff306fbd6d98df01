// Asks for the letter with which somebody who forgot the password chooses a new one.
import type { Context } from "#server/context.ts";
import { givenEmail } from "./given-email.ts";
import { askForLetter } from "./letters-to-people.ts";

/**
 * Sends it where there is an account, one a minute at most; the answer, and its time, is always the same.
 * Refusals: `missing_information`, `invalid_email`.
 */
export async function requestPasswordReset(
  context: Context,
  input: { readonly email: string },
): Promise<Record<string, never>> {
  await askForLetter(context, { occasion: "password-reset", email: givenEmail(input.email) });
  return {};
}
