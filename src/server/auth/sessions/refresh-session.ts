// Renews the lease on a session, which counts as using it.
import type { SignedInContext } from "#server/context.ts";
import { describeSession, setSessionCookie } from "./set-session-cookie.ts";
import { readSessionCookie } from "./session-cookie.ts";
import { sessionTtlSeconds, sessionSeconds } from "./session-lifetime.ts";
import { updateSessionUse } from "#server/auth/account-queries.ts";

/** Touches the session: it now lives 30 more days unused, and its lease 10 more minutes. */
export async function refreshSession(context: SignedInContext) {
  const now = context.now();
  const refreshBy = new Date(now.getTime() + sessionTtlSeconds * 1000);
  const expiresAt = new Date(now.getTime() + sessionSeconds * 1000);
  await updateSessionUse(context.db, context.session.sessionId, { now, expiresAt });
  const token = readSessionCookie(context.config, context.requestHeaders.get("cookie"));
  if (token !== null) await setSessionCookie(context, token);
  return describeSession({ ...context.session, expiresAt, refreshBy });
}
