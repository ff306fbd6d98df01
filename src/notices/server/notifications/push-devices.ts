import type { PushDevice } from "#notices/contract/push-devices.ts";
import { describeBrowser } from "#people/server/auth/sessions/describe-browser.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import {
  listDevices,
  countOtherDevices,
  deleteEndedDevices,
  lockProfile,
  upsertSubscription,
  deleteDevice,
  updateShowsDetails,
} from "./push-queries.ts";
import { apiError } from "#platform/contract/errors.ts";
import { mostPushDevices } from "#notices/rules/push.ts";
import type { PushTarget } from "#notices/server/adapters/push/push.ts";
import { atomically } from "#platform/server/db/open.ts";
import { areUsableKeys, encryptKeys } from "./send-push.ts";

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

/**
 * Notifies this browser by push from now on, until its session ends. A browser that is known already stays the same
 * device; one that was somebody else's becomes this user's. Throws `push_service_refused` for an
 * endpoint that may not be reached, and `too_many_push_devices`.
 */
export async function subscribePush(
  { config, db, push, session, now }: SignedInContext,
  input: PushTarget & { readonly timeZone: string },
): Promise<{ deviceId: string }> {
  const { endpoint, keys, timeZone } = input;
  const userId = session.person.id;
  if (!areUsableKeys(keys) || !(await push.mayReach(endpoint)))
    throw apiError("push_service_refused");
  const { sessionId } = session;
  const deviceId = await atomically(db, async (inner) => {
    await lockProfile(inner, userId);
    await deleteEndedDevices(inner, userId, now());
    const others = await countOtherDevices(inner, userId, sessionId);
    if (others >= mostPushDevices) throw apiError("too_many_push_devices");
    return await upsertSubscription(inner, {
      userId,
      sessionId,
      endpoint,
      keysEncrypted: encryptKeys(config.secret, keys),
      timeZone,
      createdAt: now(),
    });
  });
  return { deviceId };
}

/** Sends nothing to an own device any more. A repeat, and an id of somebody else, change nothing. */
export async function unsubscribePush(
  { db, session }: SignedInContext,
  { deviceId }: { readonly deviceId: string },
): Promise<Record<string, never>> {
  await deleteDevice(db, session.person.id, deviceId);
  return {};
}

/** Whether an own device shows what a notification says, from now on. Throws `not_found`. */
export async function setPushDetails(
  { db, session }: SignedInContext,
  { deviceId, showsDetails }: { readonly deviceId: string; readonly showsDetails: boolean },
): Promise<Record<string, never>> {
  const device = { userId: session.person.id, deviceId };
  if (!(await updateShowsDetails(db, device, showsDetails))) throw apiError("not_found");
  return {};
}
