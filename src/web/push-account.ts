// In a file of its own, since every page loads it.
import { brandSlug } from "#core/brand.ts";

/** The key in the local storage of the account that turned notifications on in this browser. */
const pushAccountKey = `${brandSlug}-push-account`;

export function writePushAccount(userId: string): void {
  try {
    localStorage.setItem(pushAccountKey, userId);
  } catch {
    // Without storage the browser's subscription is not renewed when it changes.
  }
}

export function isPushAccount(userId: string): boolean {
  try {
    return localStorage.getItem(pushAccountKey) === userId;
  } catch {
    return false;
  }
}

/** Ends the browser's subscription where there is one; the server's ends with the session. */
export function forgetPushAccount(): void {
  try {
    if (localStorage.getItem(pushAccountKey) === null) return;
    localStorage.removeItem(pushAccountKey);
  } catch {
    return;
  }
  import("./users/push/browser-push.ts")
    .then(({ endBrowserPush }) => endBrowserPush())
    .catch(() => undefined);
}
