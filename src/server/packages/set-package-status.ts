// Sets a package's status directly.
import type { Shipment } from "#contract/packages.ts";
import type { PackageStatus } from "#core/package-status.ts";
import type { SignedInContext } from "#server/context.ts";
import { changeShipment, saveStatus } from "./change-shipment.ts";
import { recordStaffAction } from "./record-change.ts";

/** Stores the status, which stands until a leg is added or changes its own. Refuses with `not_found`. */
export async function setPackageStatus(
  context: SignedInContext,
  input: { readonly packageId: string; readonly status: PackageStatus },
): Promise<Shipment> {
  const { packageId, status } = input;
  return await changeShipment(context, packageId, async (db, shipment) => {
    if (shipment.status === status) return;
    await saveStatus(context, db, shipment, status);
    await recordStaffAction(context, db, {
      action: "packages.setPackageStatus",
      target: packageId,
      before: { status: shipment.status },
      after: { status },
    });
  });
}
