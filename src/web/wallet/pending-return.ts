function storageKey(personId: string): string {
  return `wallet-return:${personId}`;
}

/** The checkout session still to be verified for this person in this tab, or null. */
export function readPendingReturn(personId: string): string | null {
  try {
    return sessionStorage.getItem(storageKey(personId));
  } catch {
    return null;
  }
}

/** Stores the session until `clearPendingReturn`. If storage is blocked, only the address holds it. */
export function savePendingReturn(personId: string, sessionId: string): void {
  try {
    sessionStorage.setItem(storageKey(personId), sessionId);
  } catch {
    // The address still holds it.
  }
}

/** Removes the session, once the server has answered. */
export function clearPendingReturn(personId: string): void {
  try {
    sessionStorage.removeItem(storageKey(personId));
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}
