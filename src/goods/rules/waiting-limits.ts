/**
 * How long a package may be pending, a leg in transit without news, or a received parcel without a known owner, before
 * it becomes a work item.
 */
export const waitingLimits = {
  pendingDays: 3,
  silentLegDays: 7,
  unmatchedParcelDays: 2,
  /** Opening hours after the courier's delivery. */
  overdueOpenHours: 24,
  /** After the last free day. */
  longStoredDays: 60,
  longUnmatchedDays: 90,
} as const;
