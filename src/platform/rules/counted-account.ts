// Rate limits name whom they count: an account, an email or an address, and some of them also where.

/** Names an account at one network, device or session, for limits that count each of these on its own. */
export function accountAt(account: string, place: string): string {
  return `${account} ${place}`;
}

/** The account, email or address of what a limit counts, without the place. */
export function accountOf(who: string): string {
  return who.split(" ", 1)[0] ?? who;
}

/** The place that `accountAt` added: a network, `device-…` or `session-…`; null when there is none. */
export function placeOf(who: string): string | null {
  const place = who.slice(accountOf(who).length + 1);
  return place === "" ? null : place;
}
