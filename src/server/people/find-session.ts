// Finds the session behind a request's cookie, in one query, at every request: an ended one is out at once.
import type { CurrentSession, Parts } from "#server/context.ts";
import { readSessionCookie } from "./session-cookie.ts";
import { leaseSeconds } from "./session-lifetime.ts";
import { selectSession, type SessionRow } from "./store.ts";

function currentSession(row: SessionRow): CurrentSession {
  const leaseEndsAt = new Date(row.updatedAt.getTime() + leaseSeconds * 1000);
  return {
    sessionId: row.sessionId,
    expiresAt: row.expiresAt,
    leaseEndsAt: leaseEndsAt < row.expiresAt ? leaseEndsAt : row.expiresAt,
    provedAt: row.provedAt,
    person: row.person,
  };
}

/** The session of a request with these headers, or null when there is none, it ended, or its cookie is not ours. */
export async function findSession(
  parts: Pick<Parts, "config" | "db" | "now">,
  requestHeaders: Headers,
): Promise<CurrentSession | null> {
  const token = readSessionCookie(parts.config, requestHeaders.get("cookie"));
  return token === null ? null : await findSessionByToken(parts, token);
}

/** The session with this token, or null when there is none or it ended. */
export async function findSessionByToken(
  parts: Pick<Parts, "db" | "now">,
  token: string,
): Promise<CurrentSession | null> {
  const row = await selectSession(parts.db, token, parts.now());
  return row === undefined ? null : currentSession(row);
}
