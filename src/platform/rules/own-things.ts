/** What belongs to an account: members of staff do not act on their own. */
export const ownedKinds = [
  "account",
  "role",
  "plan",
  "wallet",
  "hold",
  "payout",
  "package",
  "parcel",
  "claim",
  "case",
  "request",
  "order",
  "tracker",
  "limit",
] as const;
export type OwnedKind = (typeof ownedKinds)[number];

/**
 * Whose thing an operation of staff changes: that of the owner of one of these kinds, or nobody's (`none`: catalogue,
 * settings, work lists).
 */
export type ActsOn = OwnedKind | readonly OwnedKind[] | "none";

const walletKinds: readonly OwnedKind[] = ["wallet", "hold", "payout"];
const neverOwn: readonly OwnedKind[] = [...walletKinds, "plan", "role", "claim", "case"];

/** The kinds that an operation states; none for `none`. */
export function kindsOf(actsOn: ActsOn): readonly OwnedKind[] {
  if (actsOn === "none") return [];
  return typeof actsOn === "string" ? [actsOn] : actsOn;
}

/** The error that refuses one's own. */
export function ownThingError(kind: OwnedKind): "own_account" | "own_wallet" {
  return walletKinds.includes(kind) ? "own_wallet" : "own_account";
}

/** Whether an admin whom nobody can stand in for may act on one's own with a reason. */
export function mayGiveOwnReason(kind: OwnedKind): boolean {
  return !neverOwn.includes(kind);
}

/** The header that gives the reason, percent-encoded, and how long it may be. */
export const ownReasonHeader = "own-reason";
export const maxOwnReasonCharacters = 500;
