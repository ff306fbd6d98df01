/** What a carrier's event says about a consignment, in our words and in no order. */
export const trackingStages = [
  "announced",
  "picked_up",
  "moving",
  "departed",
  "arrived",
  "customs",
  "customs_released",
  "customs_information_required",
  "out_for_delivery",
  "ready_for_collection",
  "attempt_failed",
  "delivered",
  "returning",
  "returned",
  "damaged",
  "lost",
  "destroyed",
  "refused",
  "delayed",
  "stopped",
  "unknown_number",
  "expired",
] as const;

export type TrackingStage = (typeof trackingStages)[number];

/**
 * Every state of a tracker: `new` is not registered yet; `not_found` is registered and unknown to the carrier; `ended` is
 * followed no longer; `failed` was refused by the provider.
 */
export const trackerStates = ["new", "following", "not_found", "ended", "failed"] as const;

/** State of a tracker. */
export type TrackerState = (typeof trackerStates)[number];

/**
 * The filters of the list of trackers: a state; `to_check`, where a number that is needed was refused, or not found for
 * three days; `silent`, where something is on its way without news for five days, or for longer than is usual on its lane.
 */
export const trackerFilters = ["all", ...trackerStates, "to_check", "silent"] as const;

/** Filter of the list of trackers. */
export type TrackerFilter = (typeof trackerFilters)[number];

/** When a number counts as not found, and how often news may be asked for. */
export const trackerLimits = { unfoundDays: 3, refreshMinutes: 10 } as const;

/** Every state of a message of the provider: `ignored` is about no number that we follow. */
export const carrierMessageStates = ["received", "processed", "ignored", "failed"] as const;

/** State of a message of the provider. */
export type CarrierMessageState = (typeof carrierMessageStates)[number];

/** A number as it is followed: two carriers may have the same one. */
export type TrackedNumber = {
  readonly trackingNumber: string;
  readonly carrierCode: string | null;
};

/** Something that has a number now. */
export type NumberHolder = TrackedNumber & { readonly id: string };
