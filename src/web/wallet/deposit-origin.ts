function storageKey(personId: string): string {
  return `deposit-origin:${personId}`;
}

/** The page from which this person went to the last checkout in this tab; null: the wallet. */
export function readDepositOrigin(personId: string): string | null {
  try {
    return sessionStorage.getItem(storageKey(personId));
  } catch {
    return null;
  }
}

/** Remembers it, or forgets it with null. If storage is blocked, the wallet does not lead back. */
export function writeDepositOrigin(personId: string, path: string | null): void {
  try {
    if (path === null) sessionStorage.removeItem(storageKey(personId));
    else sessionStorage.setItem(storageKey(personId), path);
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}
