import type { TrackingStage } from "#tracking/rules/tracking-stages.ts";

/** By 17TRACK's sub status, and by its status for sub statuses that are newer than this table. */
const stagesByStatus = new Map<string, TrackingStage>(
  Object.entries({
    NotFound: "unknown_number",
    NotFound_Other: "unknown_number",
    NotFound_InvalidCode: "unknown_number",
    InfoReceived: "announced",
    InTransit: "moving",
    InTransit_PickedUp: "picked_up",
    InTransit_Other: "moving",
    InTransit_Departure: "departed",
    InTransit_Arrival: "arrived",
    InTransit_CustomsProcessing: "customs",
    InTransit_CustomsReleased: "customs_released",
    InTransit_CustomsRequiringInformation: "customs_information_required",
    Expired: "expired",
    Expired_Other: "expired",
    AvailableForPickup: "ready_for_collection",
    AvailableForPickup_Other: "ready_for_collection",
    OutForDelivery: "out_for_delivery",
    OutForDelivery_Other: "out_for_delivery",
    DeliveryFailure: "attempt_failed",
    DeliveryFailure_Other: "attempt_failed",
    DeliveryFailure_NoBody: "attempt_failed",
    DeliveryFailure_Security: "attempt_failed",
    DeliveryFailure_Rejected: "attempt_failed",
    DeliveryFailure_InvalidAddress: "attempt_failed",
    Delivered: "delivered",
    Delivered_Other: "delivered",
    // An exception without a reason claims the least: that it takes longer.
    Exception: "delayed",
    Exception_Other: "delayed",
    Exception_Returning: "returning",
    Exception_Returned: "returned",
    Exception_NoBody: "stopped",
    Exception_Security: "stopped",
    Exception_Damage: "damaged",
    Exception_Rejected: "refused",
    Exception_Delayed: "delayed",
    Exception_Lost: "lost",
    Exception_Destroyed: "destroyed",
    Exception_Cancel: "stopped",
  } satisfies Record<string, TrackingStage>),
);

/** The stage of a status such as `InTransit_Arrival`; null for a status that is not known. */
export function stageOf(providerStatus: string): TrackingStage | null {
  const [status = ""] = providerStatus.split("_", 1);
  return stagesByStatus.get(providerStatus) ?? stagesByStatus.get(status) ?? null;
}
