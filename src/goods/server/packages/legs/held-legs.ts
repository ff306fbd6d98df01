import { apiError } from "#platform/contract/errors.ts";
import { isInboundLeg } from "#goods/rules/package-stage.ts";
import type { StoredShipment } from "#goods/server/packages/package-queries.ts";
import { hasShipRequest } from "#goods/server/packages/require-no-ship-request.ts";

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
