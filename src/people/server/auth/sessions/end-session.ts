import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { requireReauthentication } from "#people/server/auth/require-reauthentication.ts";
import { signOut } from "#people/server/auth/sign-out.ts";
import { deleteOwnSession } from "./session-queries.ts";

/**
 * Ends one of the own sessions at once. Ending the session of this request is signing out; any other one needs
 * reauthentication. Throws `reauthentication_required` and `not_found` (also for another user's session).
 */
export async function endSession(
  context: SignedInContext,
  input: { readonly sessionId: string },
): Promise<Record<string, never>> {
  const { db, session } = context;
  if (input.sessionId === session.sessionId) return await signOut(context);
  // Not in the contract, since signing out must always be possible.
  requireReauthentication(context);
  const isDeleted = await deleteOwnSession(db, session.person.id, input.sessionId);
  if (!isDeleted) throw apiError("not_found");
  return {};
}
