// Claims of parcels without a known owner.

/** States of a claim; a decided one ends as granted or refused. */
export const parcelClaimStates = ["open", "granted", "refused", "withdrawn"] as const;

/** State of a claim. */
export type ParcelClaimState = (typeof parcelClaimStates)[number];

/** What a customer can claim, and how much proof a claim takes. */
export const parcelClaimLimits = { perDay: 10, files: 3, fileBytes: 10_000_000 } as const;

/** Lengths of a number that can be claimed: of every number that can be scanned. */
export const claimedNumberLength = { minimum: 4, maximum: 60 } as const;

/** How much staff are shown at once; lists go on page by page, as far as they are counted. */
export const unmatchedLimits = { counted: 500, near: 20 } as const;
