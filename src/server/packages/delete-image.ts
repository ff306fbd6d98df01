// Deletes one image of a package.
import { refusal } from "#contract/problems.ts";
import type { SignedInContext } from "#server/context.ts";
import { changeShipment } from "./change-shipment.ts";
import { recordEvent, recordStaffAction } from "./record-change.ts";
import { deleteImageRow, selectImage, updatePackage } from "./store.ts";

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
  if (known === undefined) throw refusal("not_found");
  const packageId = known.package_id;
  await changeShipment(context, packageId, async (db, { imagesCount }) => {
    const image = await selectImage(db, imageId);
    if (image === undefined) throw refusal("not_found");
    await deleteImageRow(db, imageId);
    const now = context.now();
    await updatePackage(db, packageId, { images_count: imagesCount - 1, updated_at: now });
    await recordEvent(context, db, {
      packageId,
      kind: "image_deleted",
      before: image.image_name,
    });
    await recordStaffAction(context, db, {
      action: "packages.deleteImage",
      target: packageId,
      before: { imageId, imageName: image.image_name, uploadedBy: image.uploaded_by },
    });
  });
  const keys = [known.image_url, known.thumbnail_url];
  const removals = await Promise.allSettled(keys.map((key) => context.files.remove(key)));
  const failed = removals.find((removal) => removal.status === "rejected");
  if (failed) context.log.error({ error: failed.reason, imageId }, "A file was left behind");
  return {};
}
