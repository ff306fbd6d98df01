// The SQL of a person's own sessions.
import type { Db } from "#server/db/open.ts";

export type OwnSessionRow = {
  readonly id: string;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** The sessions of a person that have not ended by `now`, the one used last first. */
export async function selectSessions(db: Db, userId: string, now: Date): Promise<OwnSessionRow[]> {
  return await db
    .selectFrom("sessions")
    .select(["id", "ipAddress", "userAgent", "createdAt", "updatedAt"])
    .where("userId", "=", userId)
    .where("expiresAt", ">", now)
    .orderBy("updatedAt", "desc")
    .orderBy("id")
    .execute();
}

/** Ends a session of this person; false when there is none of that id. */
export async function deleteOwnSession(
  db: Db,
  userId: string,
  sessionId: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("sessions")
    .where("id", "=", sessionId)
    .where("userId", "=", userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Ends the sessions of a person but one, and says how many those were. */
export async function deleteOtherSessions(
  db: Db,
  userId: string,
  currentSessionId: string,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("sessions")
    .where("userId", "=", userId)
    .where("id", "!=", currentSessionId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export async function updateReauthenticatedAt(db: Db, sessionId: string, now: Date): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ reauthenticatedAt: now })
    .where("id", "=", sessionId)
    .execute();
}
