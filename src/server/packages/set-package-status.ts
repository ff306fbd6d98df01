// Sets a package's status directly.
import type { Shipment } from "#contract/packages.ts";
import { apiError } from "#contract/errors.ts";
import type { PackageStatus } from "#core/package-status.ts";
import type { SignedInContext } from "#server/context.ts";
import { changeShipment, saveStatus } from "./change-shipment.ts";
import { recordStaffAction } from "./record-change.ts";

/**
 * Stores the status, which stands until a leg is added or changes its own. `seen` is the one that was shown. Refuses
 * with `not_found`, and with `conflict` (with the status as it is now as `current`) where it is another than was seen.
 */
export async function setPackageStatus(
  context: SignedInContext,
  input: {
    readonly packageId: string;
    readonly status: PackageStatus;
    readonly seen?: PackageStatus | undefined;
  },
): Promise<Shipment> {
  const { packageId, status, seen = null } = input;
  return await changeShipment(context, packageId, async (db, shipment) => {
    const current = shipment.status;
    if (current === status) return;
    if (seen !== null && seen !== current) throw apiError("conflict", { current });
    await saveStatus(context, db, shipment, status);
    await recordStaffAction(context, db, {
      action: "packages.setPackageStatus",
      target: packageId,
      before: { status: current },
      after: { status },
    });
  });
}
