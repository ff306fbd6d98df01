import { apiError } from "#platform/contract/errors.ts";
import type { Files } from "#platform/server/adapters/files/files.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { updatePackageFromParcels } from "#goods/server/packages/follow-inbound-parcels.ts";
import { photosFolderOf } from "#platform/server/packages/files/file-keys.ts";
import { followParcels } from "#goods/server/tracking/follow-holders.ts";
import { countParcelsHere } from "./count-parcels-here.ts";
import { eraseDeclarations, listExpectedIds, updateParcels } from "./inbound-parcel-queries.ts";
import { deletePhotoRows, eraseReceivingTexts } from "./erasure-queries.ts";
import { lockOwnParcels } from "./lock-own-parcels.ts";
import { recordParcelEvents } from "./record-parcel-events.ts";

/** Parcels whose photos have no rows any more, while their files are still there. */
export type ErasedPhotos = { readonly parcelIds: readonly string[] };

/**
 * Cancels the expected parcels of an account that is being closed, which leave their packages, and erases what was
 * declared about all, what staff noted about them, and the rows of their photos. Numbers, weights and history stay, like
 * those of packages. Must run before the profile is marked as closed; the photos' files are removed by
 * `removeParcelPhotos`. Throws `goods_in_store` where one was received meanwhile.
 */
export async function closeInboundParcels(context: SignedInContext, db: Db): Promise<ErasedPhotos> {
  const userId = context.session.person.id;
  const now = context.now();
  const expectedIds = await listExpectedIds(db, userId);
  if (expectedIds.length > 0) {
    const { parcels, packages } = await lockOwnParcels(context, db, expectedIds);
    // One may have been received before it was locked.
    const parcelsHereCount = await countParcelsHere(db, userId);
    if (parcelsHereCount > 0) throw apiError("goods_in_store", { parcelsHereCount });
    const awaited = parcels.filter(({ state }) => state === "expected");
    const awaitedIds = awaited.map(({ id }) => id);
    await updateParcels(db, awaitedIds, { state: "cancelled", packageId: null, updatedAt: now });
    await followParcels(context, db, awaitedIds);
    await recordParcelEvents(
      context,
      db,
      awaited.map(({ id: parcelId, packageId }) => ({ parcelId, kind: "cancelled", packageId })),
    );
    for (const { id } of packages) await updatePackageFromParcels(context, db, id);
  }
  await eraseDeclarations(db, userId, now);
  await eraseReceivingTexts(db, userId);
  return { parcelIds: await deletePhotoRows(db, userId, now) };
}

/**
 * Removes the files of photos whose rows are deleted. Must be the last step of the database transaction, since removed
 * files do not come back with a rollback; if the process ends before, a job removes them later.
 */
export async function removeParcelPhotos(
  files: Pick<Files, "removeFolder">,
  { parcelIds }: ErasedPhotos,
): Promise<void> {
  for (const parcelId of parcelIds) await files.removeFolder(photosFolderOf(parcelId));
}
