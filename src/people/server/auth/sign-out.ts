import type { Context } from "#platform/server/context.ts";
import { expiredSessionCookie } from "./sessions/session-cookie.ts";
import { deleteSession } from "./sessions/session-queries.ts";

/** Ends the session of this request, if any, and deletes its cookie. */
export async function signOut(context: Context): Promise<Record<string, never>> {
  if (context.session !== null) await deleteSession(context.db, context.session.sessionId);
  context.responseHeaders.append("set-cookie", expiredSessionCookie(context.config));
  return {};
}
