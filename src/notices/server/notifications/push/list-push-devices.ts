import type { PushDevice } from "#notices/contract/push-devices.ts";
import { describeBrowser } from "#people/server/auth/sessions/describe-browser.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { listDevices } from "./subscription-queries.ts";

/** The own devices that are notified by push, and the key with which browsers subscribe. */
export async function listPushDevices({
  db,
  push,
  session,
  now,
}: SignedInContext): Promise<{ publicKey: string; items: PushDevice[] }> {
  const rows = await listDevices(db, session.person.id, now());
  const items = rows.map(({ id, sessionId, userAgent, timeZone, showsDetails, ...times }) => ({
    id,
    ...describeBrowser(userAgent ?? ""),
    isCurrent: sessionId === session.sessionId,
    timeZone,
    showsDetails,
    createdAt: times.createdAt.toISOString(),
    lastSentAt: times.lastOkAt?.toISOString() ?? null,
  }));
  return { publicKey: push.publicKey, items };
}
