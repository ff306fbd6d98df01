import type { SignedInContext } from "#platform/server/context.ts";
import { reauthenticateWithPassword } from "./reauthenticate-with-password.ts";
import { reauthenticationSeconds } from "./require-reauthentication.ts";
import { updateReauthenticatedAt } from "./sessions/session-queries.ts";

/**
 * Reauthenticates this session for 15 minutes, for operations that require it. Throws `missing_information`,
 * `wrong_password` and `too_many_requests`.
 */
export async function confirmPassword(
  context: SignedInContext,
  input: { readonly password: string },
): Promise<{ reauthenticatedUntil: string }> {
  await reauthenticateWithPassword(context, input.password);
  const now = context.now();
  await updateReauthenticatedAt(context.db, context.session.sessionId, now);
  const until = new Date(now.getTime() + reauthenticationSeconds * 1000);
  return { reauthenticatedUntil: until.toISOString() };
}
