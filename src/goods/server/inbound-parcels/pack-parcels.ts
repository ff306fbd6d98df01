// Parcels that are packed into the box of their package, and taken out of it again. The package's row must be locked.
import { isOpenParcel } from "#goods/rules/inbound-parcel.ts";
import type { ActingContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { updateParcels } from "./inbound-parcel-queries.ts";
import { lockParcelsOfPackage } from "./parcels-of-package-queries.ts";
import { recordParcelEvents } from "./record-parcel-events.ts";

/** Marks those of the parcels of a package that are received as packed, or the packed ones as received again. */
export async function setParcelStates(
  context: ActingContext,
  db: Db,
  packageId: string,
  parcelIds: readonly string[],
  state: "packed" | "received",
): Promise<void> {
  const chosen = new Set(parcelIds);
  const from = state === "packed" ? "received" : "packed";
  const parcels = await lockParcelsOfPackage(db, packageId);
  const ids = parcels
    .filter((parcel) => chosen.has(parcel.id) && parcel.state === from)
    .map(({ id }) => id);
  await updateParcels(db, ids, { state, updatedAt: context.now() });
  const kind = state === "packed" ? "packed" : "unpacked";
  await recordParcelEvents(
    context,
    db,
    ids.map((parcelId) => ({ parcelId, kind, packageId })),
    true,
  );
}

/** Takes all parcels that are awaited or here out of a package, but those of `kept`. Returns how many there were. */
export async function releaseOtherParcels(
  context: ActingContext,
  db: Db,
  packageId: string,
  kept: readonly string[],
): Promise<number> {
  const staying = new Set(kept);
  const parcels = await lockParcelsOfPackage(db, packageId);
  const ids = parcels
    .filter(({ id, state }) => isOpenParcel(state) && !staying.has(id))
    .map(({ id }) => id);
  await updateParcels(db, ids, { packageId: null, updatedAt: context.now() });
  await recordParcelEvents(
    context,
    db,
    ids.map((parcelId) => ({ parcelId, kind: "taken_out", packageId })),
    true,
  );
  return ids.length;
}
