import { apiError } from "#contract/errors.ts";
import type { Shipment } from "#contract/packages.ts";
import { isEnded } from "#core/package-change.ts";
import { hasLeft } from "#core/package-stage.ts";
import type { Db } from "#server/db/open.ts";
import { listParcelStates } from "./list-parcel-states.ts";

/**
 * Whether parcels may be put into the package and taken out: until it has left or ended. Packages from Singapore never
 * pass the warehouse.
 */
export async function isOpenPackage(db: Db, shipment: Shipment): Promise<boolean> {
  const parcelStates = await listParcelStates(db, shipment.id);
  const isClosed = isEnded(shipment.status) || hasLeft({ ...shipment, parcelStates });
  return shipment.origin !== "Singapore" && !isClosed;
}

/** Throws `package_not_open` unless parcels may be put into the package and taken out. */
export async function requireOpenPackage(db: Db, shipment: Shipment): Promise<void> {
  if (!(await isOpenPackage(db, shipment))) throw apiError("package_not_open");
}
