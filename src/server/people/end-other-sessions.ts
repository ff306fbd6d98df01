// Ends all own sessions but the one that asks.
import type { SignedInContext } from "#server/context.ts";
import { requireFreshProof } from "./require-fresh-proof.ts";
import { endAllSessionsBut } from "./sessions/own-sessions.ts";

/** Ends them at once and says how many they were. Refuses with `fresh_proof_required`. */
export async function endOtherSessions(context: SignedInContext): Promise<{ endedCount: number }> {
  requireFreshProof(context);
  const { db, session } = context;
  return { endedCount: await endAllSessionsBut(db, session.person.id, session.sessionId) };
}
