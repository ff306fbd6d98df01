import { apiError } from "#platform/contract/errors.ts";
import { isInboundLeg } from "#goods/rules/package-stage.ts";
import type { StoredShipment } from "#goods/server/packages/package-queries.ts";
import { hasShipRequest } from "#goods/server/packages/require-no-ship-request.ts";

/**
 * The numbers of the legs of a package, whose row is locked, that only a hand-over moves: those from the warehouse while it
 * is being prepared by a ship request.
 */
export function heldLegNumbers(pkg: StoredShipment): number[] {
  if (!hasShipRequest(pkg)) return [];
  return pkg.legs.filter((leg) => !isInboundLeg(leg, pkg)).map(({ legNumber }) => legNumber);
}

/** Throws `leaves_by_manifest` where a package, whose row is locked, is being prepared by a ship request. */
export function rejectLeavingByHand(pkg: StoredShipment): void {
  if (hasShipRequest(pkg)) throw apiError("leaves_by_manifest");
}
