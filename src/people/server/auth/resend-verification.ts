import type { Context } from "#platform/server/context.ts";
import { parseEmail } from "#platform/server/auth/parse-email.ts";
import { requestEmail } from "./auth-emails.ts";
import { readBrowserRegistration } from "./registrations/browser-registration.ts";

/**
 * Sends the link of the sign-up that this browser made, or whose password or link it has proved to know, and of no
 * other: following a link activates the password of its sign-up. Where the browser knows none, the email says how to go
 * on. An account whose email was changed gets its link again. One email a minute at most; the answer and its duration
 * are always the same. Throws `missing_information` and `invalid_email`.
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
