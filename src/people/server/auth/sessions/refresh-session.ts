import type { Session } from "#platform/contract/session.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { findSessionByToken } from "./find-session.ts";
import { toSession } from "./read-session.ts";
import { readSessionCookie, setSessionCookie } from "./session-cookie.ts";
import { sessionLifetimeSeconds, sessionTtlSeconds } from "./session-lifetime.ts";
import { updateSessionUse } from "./session-queries.ts";

/** Marks the session as used: it lives for another 30 days, and is to be refreshed again within 10 minutes. */
export async function refreshSession(context: SignedInContext): Promise<Session> {
  const { config, db, session, requestHeaders } = context;
  const now = context.now();
  const refreshBy = new Date(now.getTime() + sessionTtlSeconds * 1000);
  const expiresAt = new Date(now.getTime() + sessionLifetimeSeconds * 1000);
  await updateSessionUse(db, session.sessionId, { now, expiresAt });
  const token = readSessionCookie(config, requestHeaders.get("cookie"));
  // Another request may have ended the session meanwhile; its cookie must not come back then.
  const isOpen = token !== null && (await findSessionByToken(context, token)) !== null;
  if (isOpen) setSessionCookie(context, token);
  return toSession({ ...session, expiresAt, refreshBy });
}
