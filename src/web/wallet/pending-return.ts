/** Remembers the checkout a customer came back from until the server has said what became of it. */

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

/** Keeps the session until `forgetPendingReturn`. Where storage is forbidden the address alone keeps it. */
export function savePendingReturn(personId: string, sessionId: string): void {
  try {
    sessionStorage.setItem(storageKey(personId), sessionId);
  } catch {
    // The address still holds it.
  }
}

/** Lets the session go, once an answer has come. */
export function clearPendingReturn(personId: string): void {
  try {
    sessionStorage.removeItem(storageKey(personId));
  } catch {
    // There was nothing to forget.
  }
}
