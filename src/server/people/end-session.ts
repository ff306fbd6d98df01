// Ends one of the own sessions.
import { refusal } from "#contract/problems.ts";
import type { SignedInContext } from "#server/context.ts";
import { requireFreshProof } from "./require-fresh-proof.ts";
import { endOwnSession } from "./sessions/own-sessions.ts";
import { signOut } from "./sign-out.ts";

/**
 * Ends it at once. The session that asks may always end itself, which is signing out; another one needs fresh
 * proof. Refusals: `fresh_proof_required`, `not_found` (also for another person's).
 */
export async function endSession(
  context: SignedInContext,
  input: { readonly sessionId: string },
): Promise<Record<string, never>> {
  const { db, session } = context;
  if (input.sessionId === session.sessionId) return await signOut(context);
  requireFreshProof(context);
  if (!(await endOwnSession(db, session.person.id, input.sessionId))) throw refusal("not_found");
  return {};
}
