import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { changeShipment } from "#goods/server/packages/change-shipment.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import { findImage } from "./image-queries.ts";
import { removeImage, removeImageFiles } from "./remove-image.ts";

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
  await changeShipment(context, stored.packageId, async (db, pkg) => {
    const image = await findImage(db, imageId);
    if (image === undefined) throw apiError("not_found");
    await removeImage(context, db, pkg, image);
    await recordAdminAction(context, db, {
      action: "packages.deleteImage",
      target: stored.packageId,
      before: { imageId, imageName: image.imageName, uploadedBy: image.uploadedBy },
    });
  });
  await removeImageFiles(context, stored);
  return {};
}
