// Ends all own sessions but the one that asks.
import type { SignedInContext } from "#server/context.ts";
import { requireReauthentication } from "#server/auth/require-reauthentication.ts";
import { endAllSessionsBut } from "./own-sessions.ts";

/** Ends them at once and says how many they were. Refuses with `reauthentication_required`. */
export async function endOtherSessions(context: SignedInContext): Promise<{ endedCount: number }> {
  requireReauthentication(context);
  const { db, session } = context;
  return { endedCount: await endAllSessionsBut(db, session.person.id, session.sessionId) };
}
