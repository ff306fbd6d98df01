// Takes the password again, as fresh proof of who somebody is.
import type { SignedInContext } from "#server/context.ts";
import { provePassword } from "./prove-password.ts";
import { proofSeconds } from "./require-fresh-proof.ts";
import { noteProof } from "./sessions/own-sessions.ts";

/**
 * Opens what needs fresh proof to this session for 15 minutes. Refusals: `missing_information`, `wrong_password`,
 * `too_many_requests`.
 */
export async function confirmPassword(
  context: SignedInContext,
  input: { readonly password: string },
): Promise<{ provedUntil: string }> {
  await provePassword(context, input.password);
  const now = context.now();
  await noteProof(context.db, context.session.sessionId, now);
  return { provedUntil: new Date(now.getTime() + proofSeconds * 1000).toISOString() };
}
