import type { Shipment } from "#goods/contract/packages.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { PackageStatus } from "#tracking/rules/package-status.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { changeShipment, saveStatus } from "./change-shipment.ts";
import { rejectLeavingByHand } from "./legs/held-legs.ts";
import { deliverLegs } from "./legs/deliver-legs.ts";
import { confirmShipRequest, requireNoShipRequest } from "./require-no-ship-request.ts";
import { voidPackage } from "./void-package.ts";
import { notifyPackageMoved } from "./notify-package-moved.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";

/**
 * Stores the status, which stays until a leg is added or a leg's status changes. Voiding a package voids its legs, and
 * delivering it delivers them where `setsLegs` says so. Throws `not_found`, `customer_quota_exceeded`, and `conflict` (with
 * the stored status as `current`) where the stored status is not `expectedStatus`, `ship_request_open` and, for a status with
 * which the package leaves, `leaves_by_manifest` where a ship request is open.
 */
export async function setPackageStatus(
  context: SignedInContext,
  input: {
    readonly packageId: string;
    readonly status: PackageStatus;
    /** Whether `delivered` sets the legs too. */
    readonly setsLegs?: boolean | undefined;
    readonly expectedStatus?: PackageStatus | undefined;
    /** Whether staff confirmed to move what a ship request moves by itself. */
    readonly ignoresShipRequest?: boolean | undefined;
  },
): Promise<Shipment> {
  const { packageId, status, expectedStatus = null } = input;
  return await changeShipment(context, packageId, async (db, shipment) => {
    const current = shipment.status;
    if (current === status) return;
    if (expectedStatus !== null && expectedStatus !== current) {
      throw apiError("conflict", { current });
    }
    // What ends a package has to end its request first.
    if (status === "voided") requireNoShipRequest(shipment);
    if (status === "in_transit" || status === "delivered") rejectLeavingByHand(shipment);
    confirmShipRequest(shipment, input.ignoresShipRequest ?? false);
    if (status === "voided") await voidPackage(context, db, shipment);
    else {
      if (status === "delivered" && input.setsLegs) await deliverLegs(context, db, shipment);
      await saveStatus(context, db, shipment, status);
    }
    await notifyPackageMoved(context, db, { ...shipment, status });
    await recordAdminAction(context, db, {
      action: "packages.setPackageStatus",
      target: packageId,
      before: { status: current },
      after: { status },
    });
  });
}
