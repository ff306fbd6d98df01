import { apiError } from "#contract/errors.ts";
import type { SignedInContext } from "#server/context.ts";
import { changeShipment } from "#server/packages/change-shipment.ts";
import { recordAdminAction } from "#server/audit/record-admin-action.ts";
import { recordEvent } from "#server/packages/record-event.ts";
import { updatePackage } from "#server/packages/package-queries.ts";
import { deleteImageRow, findImage } from "./image-queries.ts";

/**
 * Deletes the image's row, then its files; a file that cannot be removed then is removed by a job later. Throws
 * `not_found`, also for a repeat.
 */
export async function deleteImage(
  context: SignedInContext,
  input: { readonly imageId: string },
): Promise<Record<string, never>> {
  const { imageId } = input;
  const stored = await findImage(context.db, imageId);
  if (stored === undefined) throw apiError("not_found");
  const packageId = stored.packageId;
  await changeShipment(context, packageId, async (db, { imagesCount }) => {
    const image = await findImage(db, imageId);
    if (image === undefined) throw apiError("not_found");
    await deleteImageRow(db, imageId);
    const now = context.now();
    await updatePackage(db, packageId, { imagesCount: imagesCount - 1, updatedAt: now });
    await recordEvent(context, db, {
      packageId,
      kind: "image_deleted",
      before: image.imageName,
    });
    await recordAdminAction(context, db, {
      action: "packages.deleteImage",
      target: packageId,
      before: { imageId, imageName: image.imageName, uploadedBy: image.uploadedBy },
    });
  });
  const keys = [stored.imageUrl, stored.thumbnailUrl];
  const removals = await Promise.allSettled(keys.map((key) => context.files.remove(key)));
  const failed = removals.find((removal) => removal.status === "rejected");
  if (failed) context.log.error({ error: failed.reason, imageId }, "A file was left behind");
  return {};
}
