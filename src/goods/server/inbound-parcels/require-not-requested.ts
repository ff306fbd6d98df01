import { apiError } from "#platform/contract/errors.ts";
import type { Shipment } from "#goods/contract/packages.ts";
import type { AppServices } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { LockedParcel } from "./inbound-parcel-queries.ts";
import { isBoxClosed } from "./require-open-package.ts";
import "#goods/server/packages/announcements.ts";

/** Throws `ship_request_open` where one of these parcels of locked packages goes with an open ship request. */
export async function requireNotRequested(
  { listeners }: Pick<AppServices, "listeners">,
  db: Db,
  parcels: readonly Pick<LockedParcel, "id" | "packageId">[],
): Promise<void> {
  const gathered = parcels.filter(({ packageId }) => packageId !== null).map(({ id }) => id);
  if (gathered.length > 0 && (await listeners.areRequested(db, gathered))) {
    throw apiError("ship_request_open");
  }
}

/** Throws `ship_request_open` where the box of a locked package is closed, so that nothing joins it. */
export function rejectClosedBox(pkg: Shipment): void {
  if (isBoxClosed(pkg)) throw apiError("ship_request_open");
}
