// Takes the password again, as fresh proof of who somebody is.
import type { SignedInContext } from "#server/context.ts";
import { reauthenticateWithPassword } from "./reauthenticate-with-password.ts";
import { reauthenticationSeconds } from "./require-reauthentication.ts";
import { recordReauthentication } from "./sessions/own-sessions.ts";

/**
 * Opens what needs fresh proof to this session for 15 minutes. Refusals: `missing_information`, `wrong_password`,
 * `too_many_requests`.
 */
export async function confirmPassword(
  context: SignedInContext,
  input: { readonly password: string },
): Promise<{ reauthenticatedUntil: string }> {
  await reauthenticateWithPassword(context, input.password);
  const now = context.now();
  await recordReauthentication(context.db, context.session.sessionId, now);
  return {
    reauthenticatedUntil: new Date(now.getTime() + reauthenticationSeconds * 1000).toISOString(),
  };
}
