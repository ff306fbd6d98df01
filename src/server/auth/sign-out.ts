// Ends the session of a request.
import type { Context } from "#server/context.ts";
import { expiredSessionCookie } from "./sessions/session-cookie.ts";
import { deleteSession } from "./account-queries.ts";

/** Ends the session at once and takes its cookie away; for a stranger it does nothing. */
export async function signOut(context: Context): Promise<Record<string, never>> {
  if (context.session !== null) await deleteSession(context.db, context.session.sessionId);
  context.responseHeaders.append("set-cookie", expiredSessionCookie(context.config));
  return {};
}
