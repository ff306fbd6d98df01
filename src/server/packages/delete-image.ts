// Deletes one image of a package.
import { apiError } from "#contract/errors.ts";
import type { SignedInContext } from "#server/context.ts";
import { changeShipment } from "./change-shipment.ts";
import { recordEvent, recordStaffAction } from "./record-change.ts";
import { deleteImageRow, selectImage, updatePackage } from "./package-queries.ts";

/**
 * Removes the image's row and counts again, then removes picture and thumbnail: what cannot be removed just then is
 * swept away later. Refuses with `not_found`, also the second time.
 */
export async function deleteImage(
  context: SignedInContext,
  input: { readonly imageId: string },
): Promise<Record<string, never>> {
  const { imageId } = input;
  const known = await selectImage(context.db, imageId);
  if (known === undefined) throw apiError("not_found");
  const packageId = known.packageId;
  await changeShipment(context, packageId, async (db, { imagesCount }) => {
    const image = await selectImage(db, imageId);
    if (image === undefined) throw apiError("not_found");
    await deleteImageRow(db, imageId);
    const now = context.now();
    await updatePackage(db, packageId, { imagesCount: imagesCount - 1, updatedAt: now });
    await recordEvent(context, db, {
      packageId,
      kind: "image_deleted",
      before: image.imageName,
    });
    await recordStaffAction(context, db, {
      action: "packages.deleteImage",
      target: packageId,
      before: { imageId, imageName: image.imageName, uploadedBy: image.uploadedBy },
    });
  });
  const keys = [known.imageUrl, known.thumbnailUrl];
  const removals = await Promise.allSettled(keys.map((key) => context.files.remove(key)));
  const failed = removals.find((removal) => removal.status === "rejected");
  if (failed) context.log.error({ error: failed.reason, imageId }, "A file was left behind");
  return {};
}
