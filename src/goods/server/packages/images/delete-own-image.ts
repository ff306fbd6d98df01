import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { changeOwnPackage } from "#goods/server/packages/change-own-package.ts";
import { findImage } from "./image-queries.ts";
import { removeImage, removeImageFiles } from "./remove-image.ts";

/**
 * Deletes an image that the user uploaded of an own package. Throws `not_found`, also for a repeat, for another's package
 * and for an image by staff, and `package_not_changeable`.
 */
export async function deleteOwnImage(
  context: SignedInContext,
  input: { readonly imageId: string },
): Promise<Record<string, never>> {
  const { imageId } = input;
  const { person } = context.session;
  const stored = await findImage(context.db, imageId);
  if (stored?.uploadedBy !== person.id) throw apiError("not_found");
  await changeOwnPackage(context, stored.packageId, async (db, pkg) => {
    const image = await findImage(db, imageId);
    if (image === undefined) throw apiError("not_found");
    await removeImage(context, db, pkg, image);
  });
  await removeImageFiles(context, stored);
  return {};
}
