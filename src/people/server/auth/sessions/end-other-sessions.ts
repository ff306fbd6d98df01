import type { SignedInContext } from "#platform/server/context.ts";
import { deleteOtherSessions } from "./session-queries.ts";

/** Ends all own sessions except the one of this request. */
export async function endOtherSessions(context: SignedInContext): Promise<{ endedCount: number }> {
  const { db, session } = context;
  return { endedCount: await deleteOtherSessions(db, session.person.id, session.sessionId) };
}
