import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { countAttempt } from "#platform/server/limits/count-attempt.ts";
import { testContent } from "./push-content.ts";
import { decryptKeys } from "./push-keys.ts";
import { deleteDevice, findDevice } from "./subscription-queries.ts";

/** The push service stores it so long for a device that is off. */
const storedSeconds = 300;

/**
 * Sends a test notification to an own device, also at night. Throws `not_found`, also where the browser has ended its
 * subscription, which deletes the device, `push_not_sent`, and `too_many_requests`.
 */
export async function sendTestPush(
  { config, db, push, session, language, now }: SignedInContext,
  { deviceId }: { readonly deviceId: string },
): Promise<Record<string, never>> {
  const userId = session.person.id;
  const device = await findDevice(db, userId, deviceId);
  if (device === undefined) throw apiError("not_found");
  await countAttempt(db, "testPushesPerAccount", userId, now());
  const keys = decryptKeys(config.secret, device.keysEncrypted);
  const { outcome } =
    keys === null
      ? { outcome: "gone" }
      : await push.send(
          { endpoint: device.endpoint, keys },
          {
            id: deviceId.replaceAll("-", ""),
            text: JSON.stringify(testContent(language)),
            isUrgent: true,
            storedSeconds,
          },
        );
  if (outcome === "gone") {
    await deleteDevice(db, userId, deviceId);
    throw apiError("not_found");
  }
  if (outcome !== "sent") throw apiError("push_not_sent");
  return {};
}
