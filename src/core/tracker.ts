// Trackers: tracking numbers that are followed at the tracking provider.

/**
 * Every state of a tracker: `new` is not registered yet; `not_found` is registered and unknown to the carrier; `ended` is
 * followed no longer; `failed` was refused by the provider.
 */
export const trackerStates = ["new", "following", "not_found", "ended", "failed"] as const;

/** State of a tracker. */
export type TrackerState = (typeof trackerStates)[number];

/** Every state of a message of the provider: `ignored` is about no number that we follow. */
export const carrierMessageStates = ["received", "processed", "ignored", "failed"] as const;

/** State of a message of the provider. */
export type CarrierMessageState = (typeof carrierMessageStates)[number];
