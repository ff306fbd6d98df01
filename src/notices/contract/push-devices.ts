// Devices of users that are notified by push; operations of `notifications`.
import * as z from "zod";
import { mostPushDevices, quietFrom, quietUntil } from "#notices/rules/push.ts";
import { done, id, nothing, secretText, time, timeZone } from "#platform/contract/fields.ts";
import { procedure } from "#platform/contract/procedure.ts";

const pushDevice = z
  .object({
    id,
    device: z.string(),
    browser: z.string(),
    isCurrent: z.boolean().describe("Whether it is the browser of this session"),
    timeZone: z.string(),
    showsDetails: z.boolean(),
    createdAt: time,
    lastSentAt: time.nullable(),
  })
  .meta({ id: "PushDevice" });
export type PushDevice = z.infer<typeof pushDevice>;

/** `bytes` bytes as base64url without padding. */
function keyOf(bytes: number) {
  const length = Math.ceil((bytes * 4) / 3);
  return z
    .string()
    .regex(new RegExp(`^[\\w-]{${length}}$`), `This should be ${bytes} bytes as base64url.`);
}

const ofDevice = z.strictObject({ deviceId: id });

export const pushDevices = {
  listPushDevices: procedure({
    method: "GET",
    path: "/push-devices",
    access: "signedIn",
    summary: "List the own devices that are notified by push, the newest first",
    description: "Also returns the key with which browsers subscribe at their push service.",
  })
    .input(nothing)
    .output(z.object({ publicKey: z.string(), items: z.array(pushDevice) })),

  subscribePush: procedure({
    method: "PUT",
    path: "/push-devices",
    access: "signedIn",
    transaction: "own",
    limit: "pushSubscriptionsPerAccount",
    summary: "Notify the browser of this session by push",
    description: `Endpoint and keys are those of the browser's PushSubscription. It ends with the session. At most ${mostPushDevices} devices for each user. Nothing is sent from ${quietFrom} to ${quietUntil} in the time zone, except that a package is out for delivery.`,
    errors: ["push_service_refused", "too_many_push_devices"],
  })
    .input(
      z.strictObject({
        endpoint: secretText(2_000),
        keys: z.strictObject({ p256dh: keyOf(65), auth: keyOf(16) }),
        timeZone: timeZone.describe("Of the device, for the quiet hours"),
      }),
    )
    .output(z.object({ deviceId: id })),

  setPushDetails: procedure({
    method: "PUT",
    path: "/push-devices/{deviceId}/details",
    access: "signedIn",
    summary: "Show what notifications say on an own device, or only that there is one",
    description: "Without details a notification is no more than, for instance, 'A package moved'.",
    errors: ["not_found"],
  })
    .input(ofDevice.extend({ showsDetails: z.boolean() }))
    .output(done),

  unsubscribePush: procedure({
    method: "DELETE",
    path: "/push-devices/{deviceId}",
    access: "signedIn",
    summary: "Stop notifying an own device by push",
    description: "An unknown id and a repeat change nothing.",
  })
    .input(ofDevice)
    .output(done),

  sendTestPush: procedure({
    method: "POST",
    path: "/push-devices/{deviceId}/test",
    access: "signedIn",
    transaction: "own",
    limit: "testPushesPerAccount",
    summary: "Send a test notification to an own device",
    description: "It is sent at once, also during the quiet hours.",
    errors: ["not_found", "push_not_sent"],
  })
    .input(ofDevice)
    .output(done),
};
