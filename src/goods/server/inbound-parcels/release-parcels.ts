import { isOpenParcel, mayBecome } from "#goods/rules/inbound-parcel.ts";
import type { ActingContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { followParcels } from "#goods/server/tracking/follow-holders.ts";
import { hasOpenedWarehouse } from "#catalogue/server/warehouses/warehouse-condition.ts";
import { updateParcels } from "./inbound-parcel-queries.ts";
import { lockParcelsOfPackage } from "./parcels-of-package-queries.ts";
import { recordParcelEvents } from "./record-parcel-events.ts";

/**
 * Takes all parcels that are awaited or here out of a package, whose row must be locked; those that were packed are
 * received again. Before there is a warehouse what is awaited ends with the package, since nothing would ever receive it.
 * The package's stage and counts are for the caller to store.
 */
export async function releaseParcels(
  context: ActingContext,
  db: Db,
  packageId: string,
): Promise<void> {
  const parcels = await lockParcelsOfPackage(db, packageId);
  // Read under the lock of the parcels, for which a hub that opens waits.
  if (parcels.length > 0 && !(await hasOpenedWarehouse(db))) {
    await cancelAwaited(context, db, packageId);
    return;
  }
  const open = parcels.filter(({ state }) => isOpenParcel(state));
  const packed = open.filter(({ state }) => state === "packed" && mayBecome(state, "received"));
  const parcelIds = open.map(({ id }) => id);
  const updatedAt = context.now();
  await updateParcels(
    db,
    packed.map(({ id }) => id),
    { state: "received", updatedAt },
  );
  await updateParcels(db, parcelIds, { packageId: null, updatedAt });
  await recordParcelEvents(
    context,
    db,
    parcelIds.map((parcelId) => ({ parcelId, kind: "taken_out", packageId })),
  );
}

/** Cancels the parcels of a package that are still awaited, which takes them out. */
async function cancelAwaited(context: ActingContext, db: Db, packageId: string): Promise<void> {
  const parcels = await lockParcelsOfPackage(db, packageId);
  const awaited = parcels.filter(({ state }) => mayBecome(state, "cancelled")).map(({ id }) => id);
  const updatedAt = context.now();
  await updateParcels(db, awaited, { state: "cancelled", packageId: null, updatedAt });
  await followParcels(context, db, awaited);
  await recordParcelEvents(
    context,
    db,
    awaited.map((parcelId) => ({ parcelId, kind: "cancelled", packageId })),
  );
}

/**
 * The same for a package that is deleted, which nothing may name any longer: parcels that are still awaited are
 * cancelled.
 */
export async function releaseParcelsOfDeletedPackage(
  context: ActingContext,
  db: Db,
  packageId: string,
): Promise<void> {
  await cancelAwaited(context, db, packageId);
  await releaseParcels(context, db, packageId);
  const others = await lockParcelsOfPackage(db, packageId);
  await updateParcels(
    db,
    others.map(({ id }) => id),
    { packageId: null, updatedAt: context.now() },
  );
}
