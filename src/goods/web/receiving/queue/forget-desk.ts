import { findDeskPage } from "#platform/rules/desk-pages.ts";
import { awaitedNumbersName, deskAccountKey } from "#goods/web/desk-account-key.ts";
import { removeStored } from "#ui/web/storage.ts";
import { countMemoryName } from "#goods/web/stocktake/count-memory.ts";

/**
 * Removes from this browser what lets a desk open without a network: the account, the awaited numbers, what lies in
 * the warehouse that is counted, the service worker and its files. Records and scans that were not sent stay.
 */
export async function forgetDesk(): Promise<void> {
  removeStored("local", deskAccountKey);
  indexedDB.deleteDatabase(awaitedNumbersName);
  indexedDB.deleteDatabase(countMemoryName);
  // Both are missing where the site is not served over https.
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  // The worker of push notifications stays.
  const ofDesks = registrations.filter(
    ({ scope }) => findDeskPage(new URL(scope).pathname) !== undefined,
  );
  await Promise.all(ofDesks.map((registration) => registration.unregister()));
  if ("caches" in window) {
    const names = await caches.keys();
    await Promise.all(names.map((name) => caches.delete(name)));
  }
}
