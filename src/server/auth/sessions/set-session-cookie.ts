// Hands a session that was just opened to the browser that asked for it.
import type { Context, CurrentSession } from "#server/context.ts";
import { findSessionByToken } from "./find-session.ts";
import { sessionCookie } from "./session-cookie.ts";

/** What the API tells of a session: who it is, and until when the lease on it runs. */
export function describeSession(session: CurrentSession): {
  person: CurrentSession["person"];
  expiresAt: string;
} {
  return { person: session.person, expiresAt: session.refreshBy.toISOString() };
}

/** Sets the cookie of the session with this token and answers the session; null when it is not there. */
export async function setSessionCookie(
  context: Context,
  token: string,
): Promise<CurrentSession | null> {
  const session = await findSessionByToken(context, token);
  if (session === null) return null;
  context.responseHeaders.append("set-cookie", sessionCookie(context.config, token));
  return session;
}
