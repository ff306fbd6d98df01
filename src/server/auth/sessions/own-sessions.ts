// A person's own sessions: which there are, ending them, and noting that a password was given again.
import type { OpenSession } from "#contract/auth.ts";
import type { Db } from "#server/db/open.ts";
import { describeBrowser } from "./describe-browser.ts";
import {
  deleteOtherSessions,
  deleteOwnSession,
  selectSessions,
  updateReauthenticatedAt,
} from "./session-queries.ts";

/** The sessions that have not ended by `now`, the one used last first; `currentId` is the one that asks. */
export async function readOpenSessions(
  db: Db,
  person: { readonly userId: string; readonly currentId: string },
  now: Date,
): Promise<OpenSession[]> {
  const rows = await selectSessions(db, person.userId, now);
  return rows.map(({ id, ipAddress, userAgent, createdAt, updatedAt }) => ({
    id,
    ...describeBrowser(userAgent ?? ""),
    ipAddress: ipAddress === "" ? null : ipAddress,
    createdAt: createdAt.toISOString(),
    lastActiveAt: updatedAt.toISOString(),
    isCurrent: id === person.currentId,
  }));
}

/** Ends one; false when this person has none of that id. */
export async function endOwnSession(db: Db, userId: string, sessionId: string): Promise<boolean> {
  return await deleteOwnSession(db, userId, sessionId);
}

/** Ends all but one and says how many. */
export async function endAllSessionsBut(
  db: Db,
  userId: string,
  currentSessionId: string,
): Promise<number> {
  return await deleteOtherSessions(db, userId, currentSessionId);
}

/** Notes that the person behind this session proved who they are. */
export async function recordReauthentication(db: Db, sessionId: string, now: Date): Promise<void> {
  await updateReauthenticatedAt(db, sessionId, now);
}
