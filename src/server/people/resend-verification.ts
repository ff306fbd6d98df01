// Asks for the verification letter again.
import type { Context } from "#server/context.ts";
import { givenEmail } from "./given-email.ts";
import { askForLetter } from "./letters-to-people.ts";

/**
 * Sends it where there is an unverified account, one a minute at most; the answer, and its time, is always the same.
 * Refusals: `missing_information`, `invalid_email`.
 */
export async function resendVerification(
  context: Context,
  input: { readonly email: string },
): Promise<Record<string, never>> {
  await askForLetter(context, "verification", givenEmail(input.email));
  return {};
}
