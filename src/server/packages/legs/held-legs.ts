import { apiError } from "#contract/errors.ts";
import { isInboundLeg } from "#core/package-stage.ts";
import type { StoredShipment } from "#server/packages/package-queries.ts";
import { hasShipRequest } from "#server/packages/require-no-ship-request.ts";

/**
 * The numbers of the legs of a package, whose row is locked, that only a hand-over moves: those from the warehouse while it
 * is being prepared by a ship request.
 */
export function heldLegNumbers(shipment: StoredShipment): number[] {
  if (!hasShipRequest(shipment)) return [];
  return shipment.legs
    .filter((leg) => !isInboundLeg(leg, shipment))
    .map(({ legNumber }) => legNumber);
}

/** Throws `leaves_by_manifest` where a package, whose row is locked, is being prepared by a ship request. */
export function rejectLeavingByHand(shipment: StoredShipment): void {
  if (hasShipRequest(shipment)) throw apiError("leaves_by_manifest");
}
