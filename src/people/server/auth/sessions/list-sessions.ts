import type { OpenSession } from "#people/contract/auth.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { describeBrowser } from "./describe-browser.ts";
import { listOpenSessions } from "./session-queries.ts";

/** The own sessions that have not ended, the one used last first. */
export async function listSessions({
  db,
  session,
  now,
}: SignedInContext): Promise<{ items: OpenSession[] }> {
  const rows = await listOpenSessions(db, session.person.id, now());
  const items = rows.map(({ id, ipAddress, userAgent, createdAt, updatedAt }) => ({
    id,
    ...describeBrowser(userAgent ?? ""),
    ipAddress: ipAddress === "" ? null : ipAddress,
    createdAt: createdAt.toISOString(),
    lastActiveAt: updatedAt.toISOString(),
    isCurrent: id === session.sessionId,
  }));
  return { items };
}
