import { awaitedNumbersName, deskAccountKey } from "#web/desk-account-key.ts";

/**
 * Removes from this browser what lets a desk open without a network: the account, the awaited numbers, the service worker
 * and its files. Records that were not sent stay.
 */
export async function forgetDesk(): Promise<void> {
  localStorage.removeItem(deskAccountKey);
  indexedDB.deleteDatabase(awaitedNumbersName);
  // Both are missing where the site is not served over https.
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(registrations.map((registration) => registration.unregister()));
  if ("caches" in window) {
    const names = await caches.keys();
    await Promise.all(names.map((name) => caches.delete(name)));
  }
}
