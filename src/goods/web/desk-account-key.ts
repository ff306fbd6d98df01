// In a file of its own, since every page loads it.
import { brandSlug } from "#platform/rules/brand.ts";
import { readStored, removeStored } from "#ui/web/storage.ts";

/** The key in the local storage of the account that last used a desk in this browser. */
export const deskAccountKey = `${brandSlug}-desk-account`;

/** The IndexedDB database of the numbers that a warehouse awaits. */
export const awaitedNumbersName = `${brandSlug}-awaited-numbers`;

/** Removes what lets a desk open without a network, where this browser has it; called when somebody signs out. */
export function forgetDeskAccount(): void {
  if (readStored("local", deskAccountKey) === null) return;
  removeStored("local", deskAccountKey);
  // Without the file the worker and its files stay until the desk is opened again.
  import("./receiving/queue/forget-desk.ts")
    .then(({ forgetDesk }) => forgetDesk())
    .catch(() => undefined);
}
