import type { ApiClient } from "#notices/web/api.ts";
import { forgetPushAccount } from "#notices/web/push-account.ts";
import { deviceTimeZone, readPushState, subscribeBrowser } from "./browser-push.ts";

/**
 * Tells the server what has changed since this browser turned notifications on: the clock of a traveller, or an endpoint
 * that the push service replaced. Where the device was turned off elsewhere, it ends here too.
 */
export async function renewPush(client: ApiClient): Promise<void> {
  const { publicKey, items } = await client.notifications.listPushDevices({});
  const isOn = items.some(({ isCurrent }) => isCurrent);
  if (!isOn || readPushState() !== "allowed") return forgetPushAccount();
  const subscription = await subscribeBrowser(publicKey);
  await client.notifications.subscribePush({ ...subscription, timeZone: deviceTimeZone() });
}
