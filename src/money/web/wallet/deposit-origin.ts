import { readStored, removeStored, writeStored } from "#ui/web/storage.ts";

function storageKey(personId: string): string {
  return `deposit-origin:${personId}`;
}

/** The page from which this person went to the last checkout in this tab; null: the wallet. */
export function readDepositOrigin(personId: string): string | null {
  return readStored("session", storageKey(personId));
}

/** Remembers it, or forgets it with null. If storage is blocked, the wallet does not lead back. */
export function writeDepositOrigin(personId: string, path: string | null): void {
  if (path === null) removeStored("session", storageKey(personId));
  else writeStored("session", storageKey(personId), path);
}
