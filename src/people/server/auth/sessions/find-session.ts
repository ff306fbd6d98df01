import type { CurrentSession, AppServices } from "#platform/server/context.ts";
import { readSessionCookie } from "./session-cookie.ts";
import { sessionTtlSeconds } from "./session-lifetime.ts";
import { findSessionRow } from "./session-queries.ts";

/**
 * The session of a request with these headers, read from the database each time so that an ended session is rejected
 * at once. Null when there is no cookie, its signature is wrong, or the session has ended.
 */
export async function findSession(
  services: Pick<AppServices, "config" | "db" | "listeners" | "now">,
  requestHeaders: Headers,
): Promise<CurrentSession | null> {
  const token = readSessionCookie(services.config, requestHeaders.get("cookie"));
  return token === null ? null : await findSessionByToken(services, token);
}

/** The session with this token, or null when there is none or it has ended. */
export async function findSessionByToken(
  services: Pick<AppServices, "db" | "listeners" | "now">,
  token: string,
): Promise<CurrentSession | null> {
  const row = await findSessionRow(services, token, services.now());
  if (row === undefined) return null;
  const { updatedAt, ...session } = row;
  const refreshBy = new Date(updatedAt.getTime() + sessionTtlSeconds * 1000);
  return {
    ...session,
    refreshBy: refreshBy < session.expiresAt ? refreshBy : session.expiresAt,
  };
}
