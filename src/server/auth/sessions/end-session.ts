// Ends one of the own sessions.
import { apiError } from "#contract/errors.ts";
import type { SignedInContext } from "#server/context.ts";
import { requireReauthentication } from "#server/auth/require-reauthentication.ts";
import { endOwnSession } from "./own-sessions.ts";
import { signOut } from "#server/auth/sign-out.ts";

/**
 * Ends it at once. The session that asks may always end itself, which is signing out; another one needs fresh
 * proof. Refusals: `reauthentication_required`, `not_found` (also for another person's).
 */
export async function endSession(
  context: SignedInContext,
  input: { readonly sessionId: string },
): Promise<Record<string, never>> {
  const { db, session } = context;
  if (input.sessionId === session.sessionId) return await signOut(context);
  requireReauthentication(context);
  if (!(await endOwnSession(db, session.person.id, input.sessionId))) throw apiError("not_found");
  return {};
}
