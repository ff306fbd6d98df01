// The account that last used a desk of the warehouse in this browser, so that the desk opens without a network.
import { brandSlug } from "#platform/rules/brand.ts";
import { findDeskPage } from "#platform/rules/desk-pages.ts";
import { staffRoles, type StaffVisitor } from "#platform/rules/staff-role.ts";
import { readStored, readStoredJson, removeStored, writeStored } from "#ui/web/storage.ts";

/** The key of the account in the local storage. */
export const deskAccountKey = `${brandSlug}-desk-account`;

/** The IndexedDB database of the lists that desks need without a network. */
export const keptListsName = `${brandSlug}-desk-lists`;

/** What a desk needs to know of the account; the server checks it again when something is sent. */
export type DeskAccount = StaffVisitor & { readonly id: string };

export function readDeskAccount(): DeskAccount | null {
  const stored = readStoredJson("local", deskAccountKey);
  if (typeof stored !== "object" || stored === null) return null;
  const { id, isAdmin, roles, hasTwoFactor } = stored as Record<string, unknown>;
  if (typeof id !== "string" || !Array.isArray(roles)) return null;
  return {
    id,
    isAdmin: isAdmin === true,
    roles: staffRoles.filter((role) => roles.includes(role)),
    hasTwoFactor: hasTwoFactor === true,
    // There are no desks before.
    isWarehouseEntered: true,
  };
}

/** Without storage the desk opens with a network only. */
export function writeDeskAccount(account: Omit<DeskAccount, "isWarehouseEntered">): void {
  const { id, isAdmin, roles, hasTwoFactor } = account;
  const text = JSON.stringify({ id, isAdmin, roles, hasTwoFactor });
  writeStored("local", deskAccountKey, text);
}

/**
 * Removes from this browser what lets a desk open without a network: the account, the lists, the service worker and its
 * files. What was recorded and not sent stays.
 */
export async function forgetDesk(): Promise<void> {
  removeStored("local", deskAccountKey);
  indexedDB.deleteDatabase(keptListsName);
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

/** The same where this browser has a desk's account; called when somebody signs out. */
export function forgetDeskAccount(): void {
  // What is left, such as where the browser refuses, goes when a desk is opened again.
  if (readStored("local", deskAccountKey) !== null) forgetDesk().catch(() => undefined);
}
