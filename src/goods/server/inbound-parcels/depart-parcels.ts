import { mayBecome } from "#goods/rules/inbound-parcel.ts";
import type { ActingContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { followParcels } from "#goods/server/tracking/follow-holders.ts";
import { hasOpenedWarehouse } from "#catalogue/server/warehouses/warehouse-condition.ts";
import { updateParcels } from "./inbound-parcel-queries.ts";
import { lockParcelsOfPackage } from "./parcels-of-package-queries.ts";
import { recordParcelEvents } from "./record-parcel-events.ts";
import { releaseParcels } from "./release-parcels.ts";

/**
 * Marks the parcels of a package that has left, whose row must be locked, as departed with it. Those that are still
 * awaited are taken out, so that nothing that arrives later is lost; before there is a warehouse, where nothing arrives,
 * they have departed too.
 */
export async function departParcels(
  context: ActingContext,
  db: Db,
  packageId: string,
): Promise<void> {
  const parcels = await lockParcelsOfPackage(db, packageId);
  // Read under the lock of the parcels, for which a hub that opens waits.
  const areAwaited = await hasOpenedWarehouse(db);
  const departing = parcels.filter(
    ({ state }) => mayBecome(state, "departed") || (state === "expected" && !areAwaited),
  );
  const parcelIds = departing.map(({ id }) => id);
  await updateParcels(db, parcelIds, { state: "departed", updatedAt: context.now() });
  await followParcels(
    context,
    db,
    departing.filter(({ state }) => state === "expected").map(({ id }) => id),
  );
  await recordParcelEvents(
    context,
    db,
    parcelIds.map((parcelId) => ({ parcelId, kind: "departed", packageId })),
  );
  await releaseParcels(context, db, packageId);
}
