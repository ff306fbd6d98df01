import { readStored, removeStored, writeStored } from "#ui/web/storage.ts";

function storageKey(personId: string): string {
  return `wallet-return:${personId}`;
}

/** The checkout session still to be verified for this person in this tab, or null. */
export function readPendingReturn(personId: string): string | null {
  return readStored("session", storageKey(personId));
}

/** Stores the session until `clearPendingReturn`. If storage is blocked, only the address holds it. */
export function savePendingReturn(personId: string, sessionId: string): void {
  writeStored("session", storageKey(personId), sessionId);
}

/** Removes the session, once the server has answered. */
export function clearPendingReturn(personId: string): void {
  removeStored("session", storageKey(personId));
}
