// Lists the own sessions.
import type { OpenSession } from "#contract/auth.ts";
import type { SignedInContext } from "#server/context.ts";
import { readOpenSessions } from "./own-sessions.ts";

/** The sessions of whoever is signed in, the one used last first, with the one that asks marked. */
export async function listSessions({
  db,
  session,
  now,
}: SignedInContext): Promise<{ items: OpenSession[] }> {
  const person = { userId: session.person.id, currentId: session.sessionId };
  return { items: await readOpenSessions(db, person, now()) };
}
