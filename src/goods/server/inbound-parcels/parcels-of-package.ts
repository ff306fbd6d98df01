// Parcels that are packed into the box of their package, and taken out of it again. The package's row must be locked.
import { isOpenParcel, mayBecome } from "#goods/rules/inbound-parcel.ts";
import type { ActingContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { updateParcels, giveHublessTo } from "./inbound-parcel-queries.ts";
import { lockParcelsOfPackage, lockParcelsOfPackages } from "./list-queries.ts";
import { recordParcelEvents } from "./parcel-events.ts";
import { followParcels } from "#goods/server/tracking/follow-holders.ts";
import { hasOpenedWarehouse } from "#catalogue/server/warehouses/warehouses.ts";
import type { WarehouseFields } from "#catalogue/contract/warehouses.ts";

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
  // What a second person is to confirm as returned or disposed of stays on its shelf.
  const departing = parcels.filter(
    ({ state, removalAsked }) =>
      (mayBecome(state, "departed") && removalAsked === null) ||
      (state === "expected" && !areAwaited),
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
  const awaited = parcels.filter(({ state }) => state === "expected").map(({ id }) => id);
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

function isOpenHub({ kind, isActive }: Pick<WarehouseFields, "kind" | "isActive">): boolean {
  return kind === "hub" && isActive;
}

/**
 * Gives parcels that are expected and have no warehouse to one that was saved, in its transaction, if it opens as a hub:
 * those of packages that were added before there was one. Nobody is notified.
 */
export async function giveParcelsToHub(
  db: Db,
  saved: Pick<WarehouseFields, "kind" | "isActive"> & { readonly id: string },
  { before, now }: { readonly before: WarehouseFields | null; readonly now: Date },
): Promise<void> {
  if (!isOpenHub(saved) || (before !== null && isOpenHub(before))) return;
  await giveHublessTo(db, saved.id, now);
}
