// How an image is deleted, by an admin or by the customer who uploaded it.
import type { Shipment } from "#goods/contract/packages.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { PackageImageRow } from "#goods/server/tables/packages.ts";
import { updatePackageRow } from "#goods/server/packages/package-queries.ts";
import { recordEvent } from "#goods/server/packages/record-event.ts";
import { deleteImageRow } from "./image-queries.ts";

/** Deletes the image's row, in the transaction `db` that holds the lock on the package. */
export async function removeImage(
  context: SignedInContext,
  db: Db,
  { imagesCount }: Pick<Shipment, "imagesCount">,
  image: PackageImageRow,
): Promise<void> {
  const { id: imageId, packageId, imageName } = image;
  await deleteImageRow(db, imageId);
  const now = context.now();
  await updatePackageRow(db, packageId, { imagesCount: imagesCount - 1, updatedAt: now });
  await recordEvent(context, db, { packageId, kind: "image_deleted", before: imageName });
}

/** Runs after the commit; a file that cannot be removed now is removed by a job later. */
export async function removeImageFiles(
  { files, log }: SignedInContext,
  image: PackageImageRow,
): Promise<void> {
  const keys = [image.imageUrl, image.thumbnailUrl];
  const removals = await Promise.allSettled(keys.map((key) => files.remove(key)));
  const failed = removals.find((removal) => removal.status === "rejected");
  if (failed) log.error({ error: failed.reason, imageId: image.id }, "A file was left behind");
}
