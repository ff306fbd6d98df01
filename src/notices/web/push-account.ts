// In a file of its own, since every page loads it.
import { brandSlug } from "#platform/rules/brand.ts";
import { readStored, removeStored, writeStored } from "#ui/web/storage.ts";

/** The key in the local storage of the account that turned notifications on in this browser. */
const pushAccountKey = `${brandSlug}-push-account`;

/** Without storage the browser's subscription is not renewed when it changes. */
export function writePushAccount(userId: string): void {
  writeStored("local", pushAccountKey, userId);
}

export function isPushAccount(userId: string): boolean {
  return readStored("local", pushAccountKey) === userId;
}

/** Ends the browser's subscription where there is one; the server's ends with the session. */
export function forgetPushAccount(): void {
  if (readStored("local", pushAccountKey) === null) return;
  removeStored("local", pushAccountKey);
  import("./users/push/browser-push.ts")
    .then(({ endBrowserPush }) => endBrowserPush())
    .catch(() => undefined);
}
