import { apiError } from "#platform/contract/errors.ts";
import { mostPushDevices } from "#notices/rules/push.ts";
import type { PushTarget } from "#notices/server/adapters/push/push.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { countAttempt } from "#platform/server/limits/count-attempt.ts";
import { areUsableKeys, encryptKeys } from "./push-keys.ts";
import {
  countOtherDevices,
  deleteEndedDevices,
  lockProfile,
  upsertSubscription,
} from "./subscription-queries.ts";

/**
 * Notifies this browser by push from now on, until its session ends. A browser that is known already stays the same
 * device; one that was somebody else's becomes this user's. Throws `too_many_requests`, `push_service_refused` for an
 * endpoint that may not be reached, and `too_many_push_devices`.
 */
export async function subscribePush(
  { config, db, push, session, now }: SignedInContext,
  input: PushTarget & { readonly timeZone: string },
): Promise<{ deviceId: string }> {
  const { endpoint, keys, timeZone } = input;
  const userId = session.person.id;
  await countAttempt(db, "pushSubscriptionsPerAccount", userId, now());
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
