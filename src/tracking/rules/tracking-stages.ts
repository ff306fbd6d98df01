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
