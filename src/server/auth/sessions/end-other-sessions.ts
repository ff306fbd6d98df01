import type { SignedInContext } from "#server/context.ts";
import { requireReauthentication } from "#server/auth/require-reauthentication.ts";
import { deleteOtherSessions } from "./session-queries.ts";

/** Ends all own sessions except the one of this request. Throws `reauthentication_required`. */
export async function endOtherSessions(context: SignedInContext): Promise<{ endedCount: number }> {
  requireReauthentication(context);
  const { db, session } = context;
  return { endedCount: await deleteOtherSessions(db, session.person.id, session.sessionId) };
}
