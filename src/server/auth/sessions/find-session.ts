// Finds the session behind a request's cookie, in one query, at every request: an ended one is out at once.
import type { CurrentSession, AppServices } from "#server/context.ts";
import { readSessionCookie } from "./session-cookie.ts";
import { sessionTtlSeconds } from "./session-lifetime.ts";
import { selectSession, type SessionRow } from "#server/auth/account-queries.ts";

function currentSession(row: SessionRow): CurrentSession {
  const refreshBy = new Date(row.updatedAt.getTime() + sessionTtlSeconds * 1000);
  return {
    sessionId: row.sessionId,
    expiresAt: row.expiresAt,
    refreshBy: refreshBy < row.expiresAt ? refreshBy : row.expiresAt,
    reauthenticatedAt: row.reauthenticatedAt,
    person: row.person,
  };
}

/** The session of a request with these headers, or null when there is none, it ended, or its cookie is not ours. */
export async function findSession(
  services: Pick<AppServices, "config" | "db" | "now">,
  requestHeaders: Headers,
): Promise<CurrentSession | null> {
  const token = readSessionCookie(services.config, requestHeaders.get("cookie"));
  return token === null ? null : await findSessionByToken(services, token);
}

/** The session with this token, or null when there is none or it ended. */
export async function findSessionByToken(
  services: Pick<AppServices, "db" | "now">,
  token: string,
): Promise<CurrentSession | null> {
  const row = await selectSession(services.db, token, services.now());
  return row === undefined ? null : currentSession(row);
}
