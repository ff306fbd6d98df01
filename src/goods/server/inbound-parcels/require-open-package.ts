import { apiError } from "#platform/contract/errors.ts";
import type { Shipment } from "#goods/contract/packages.ts";
import { isEnded } from "#goods/rules/package-change.ts";
import { hasLeft } from "#goods/rules/package-stage.ts";
import type { Db } from "#platform/server/db/open.ts";
import { listParcelStates } from "./list-parcel-states.ts";

/** Whether the box of a package, whose row is locked, is closed, so that nothing joins or leaves it. */
export function isBoxClosed({ shipRequestState = null }: Shipment): boolean {
  return (
    shipRequestState !== null && !["requested", "packing", "handed_over"].includes(shipRequestState)
  );
}

/**
 * Whether parcels may be put into the package and taken out: until its box is closed, or it has left or ended. Packages from Singapore never
 * pass the warehouse.
 */
export async function isOpenPackage(db: Db, shipment: Shipment): Promise<boolean> {
  const parcelStates = await listParcelStates(db, shipment.id);
  const hasGone = isEnded(shipment.status) || hasLeft({ ...shipment, parcelStates });
  return shipment.origin !== "Singapore" && !hasGone && !isBoxClosed(shipment);
}

/** Throws `package_not_open` unless parcels may be put into the package and taken out. */
export async function requireOpenPackage(db: Db, shipment: Shipment): Promise<void> {
  if (!(await isOpenPackage(db, shipment))) throw apiError("package_not_open");
}
