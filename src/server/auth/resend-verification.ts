// Asks for the verification letter again.
import type { Context } from "#server/context.ts";
import { parseEmail } from "./parse-email.ts";
import { requestEmail } from "./auth-emails.ts";
import { readBrowserRegistration } from "./registrations/browser-registration.ts";

/**
 * Sends the link of the sign-up that this browser made, or whose password or link it has shown to know, and of no other:
 * its reader activates the password that comes with it. Where the browser knows none, an email says how to go on. An
 * account whose email was changed gets its link again. One a minute at most; the answer, and its time, is always the same.
 * Refusals: `missing_information`, `invalid_email`.
 */
export async function resendVerification(
  context: Context,
  input: { readonly email: string },
): Promise<Record<string, never>> {
  const email = parseEmail(input.email);
  await requestEmail(context, {
    occasion: "verification",
    email,
    registrationId: readBrowserRegistration(context) ?? undefined,
  });
  return {};
}
