import type { ActingContext } from "#platform/server/context.ts";
import { isOpenParcel } from "#goods/rules/inbound-parcel.ts";
import type { Db } from "#platform/server/db/open.ts";
import { updateParcels } from "./inbound-parcel-queries.ts";
import { lockParcelsOfPackages } from "./parcels-of-package-queries.ts";
import { recordParcelEvents } from "./record-parcel-events.ts";

/**
 * Marks the packed parcels of packages that are handed over as departed; their rows must be locked. Parcels that are in no
 * box are taken out of them, so that nothing that lies here is lost.
 */
export async function departPackedParcels(
  context: ActingContext,
  db: Db,
  packageIds: readonly string[],
): Promise<void> {
  const parcels = await lockParcelsOfPackages(db, packageIds);
  const packed = parcels.filter(({ state }) => state === "packed");
  const others = parcels.filter(({ state }) => isOpenParcel(state) && state !== "packed");
  const updatedAt = context.now();
  const idsOf = (some: typeof parcels) => some.map(({ id }) => id);
  await updateParcels(db, idsOf(packed), { state: "departed", updatedAt });
  await updateParcels(db, idsOf(others), { packageId: null, updatedAt });
  const eventsOf = (some: typeof parcels, kind: "departed" | "taken_out") =>
    some.map(({ id: parcelId, packageId }) => ({ parcelId, kind, packageId }));
  await recordParcelEvents(
    context,
    db,
    [...eventsOf(packed, "departed"), ...eventsOf(others, "taken_out")],
    true,
  );
}

/** Returns parcels that departed with a package, whose row must be locked, to its box: it was taken back. */
export async function returnDepartedParcels(
  context: ActingContext,
  db: Db,
  packageId: string,
): Promise<void> {
  const parcels = await lockParcelsOfPackages(db, [packageId]);
  const departed = parcels.filter(({ state }) => state === "departed").map(({ id }) => id);
  await updateParcels(db, departed, { state: "packed", updatedAt: context.now() });
  await recordParcelEvents(
    context,
    db,
    departed.map((parcelId) => ({ parcelId, kind: "packed", packageId })),
    true,
  );
}
