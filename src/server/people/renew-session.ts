// Renews the lease on a session, which counts as using it.
import type { SignedInContext } from "#server/context.ts";
import { describeSession, handOverSession } from "./hand-over-session.ts";
import { readSessionCookie } from "./session-cookie.ts";
import { leaseSeconds, sessionSeconds } from "./session-lifetime.ts";
import { updateSessionUse } from "./store.ts";

/** Touches the session: it now lives 30 more days unused, and its lease 10 more minutes. */
export async function renewSession(context: SignedInContext) {
  const now = context.now();
  const leaseEndsAt = new Date(now.getTime() + leaseSeconds * 1000);
  const expiresAt = new Date(now.getTime() + sessionSeconds * 1000);
  await updateSessionUse(context.db, context.session.sessionId, { now, expiresAt });
  const token = readSessionCookie(context.config, context.requestHeaders.get("cookie"));
  if (token !== null) await handOverSession(context, token);
  return describeSession({ ...context.session, expiresAt, leaseEndsAt });
}
