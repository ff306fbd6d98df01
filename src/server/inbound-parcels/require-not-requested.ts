import { apiError } from "#contract/errors.ts";
import type { Shipment } from "#contract/packages.ts";
import type { Db } from "#server/db/open.ts";
import { isInOpenRequest } from "./inbound-parcel-queries.ts";
import { isBoxClosed } from "./require-open-package.ts";

/** Throws `ship_request_open` where a parcel of a locked package goes with its open ship request. */
export async function requireNotRequested(
  db: Db,
  parcelId: string,
  packageId: string | null,
): Promise<void> {
  if (packageId !== null && (await isInOpenRequest(db, parcelId))) {
    throw apiError("ship_request_open");
  }
}

/** Throws `ship_request_open` where the box of a locked package is closed, so that nothing joins it. */
export function rejectClosedBox(shipment: Shipment): void {
  if (isBoxClosed(shipment)) throw apiError("ship_request_open");
}
