import type { Context } from "#platform/server/context.ts";
import { parseEmail } from "#platform/server/auth/parse-email.ts";
import { requestEmail } from "./auth-emails.ts";

/**
 * Sends a reset link if the address has an account, one a minute at most. The answer and its duration are the same
 * either way. Throws `missing_information` and `invalid_email`.
 */
export async function requestPasswordReset(
  context: Context,
  input: { readonly email: string },
): Promise<Record<string, never>> {
  await requestEmail(context, { occasion: "password-reset", email: parseEmail(input.email) });
  return {};
}
