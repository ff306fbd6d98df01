import type { PackageImage } from "#goods/contract/packages.ts";
import { apiError } from "#platform/contract/errors.ts";
import { isEnded } from "#goods/rules/package-change.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { mayUse } from "#platform/rules/staff-role.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import type { PackageImageRow } from "#goods/server/tables/packages.ts";
import { rejectObstacle } from "#goods/server/packages/change-own-package.ts";
import {
  imageFileName,
  newImageKeys,
  type ImageKeys,
} from "#platform/server/packages/files/file-keys.ts";
import {
  readUploadedImage,
  storeImageFiles,
  type StorableImage,
} from "#platform/server/packages/files/store-image.ts";
import { toPackageImage } from "./to-package-image.ts";
import {
  findShipment,
  lockShipment,
  updatePackageRow,
} from "#goods/server/packages/package-queries.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import { recordEvent } from "#goods/server/packages/record-event.ts";
import { insertImage } from "./image-queries.ts";

/** How many images a package may have. */
const maxImages = 10;

/** Whether the user adds to this package as staff; everybody is the customer of their own packages. */
function actsAsStaff({ session }: SignedInContext, { userId }: { userId: string }): boolean {
  const { person } = session;
  return userId !== person.id && mayUse(person, roleAccess.packageImages);
}

/**
 * Throws `not_found` for no package or another's, `package_not_changeable` for a customer whose package was delivered,
 * cancelled or voided, and `too_many_images` for a full one; staff who receive or pack may add to any package.
 */
function requireImageCapacity(
  context: SignedInContext,
  pkg: Awaited<ReturnType<typeof findShipment>>,
): asserts pkg {
  const { person } = context.session;
  if (pkg === undefined) throw apiError("not_found");
  const isByStaff = actsAsStaff(context, pkg);
  if (pkg.userId !== person.id && !isByStaff) throw apiError("not_found");
  if (!isByStaff && isEnded(pkg.status)) rejectObstacle("ended");
  if (pkg.imagesCount >= maxImages) throw apiError("too_many_images");
}

async function save(
  context: SignedInContext,
  db: Db,
  packageId: string,
  image: { readonly name: string; readonly keys: ImageKeys; readonly file: StorableImage["image"] },
): Promise<PackageImageRow> {
  const { person } = context.session;
  const now = context.now();
  const pkg = await lockShipment(db, packageId);
  requireImageCapacity(context, pkg);
  const row = await insertImage(db, {
    packageId,
    imageName: image.name,
    imageUrl: image.keys.image,
    thumbnailUrl: image.keys.thumbnail,
    fileSize: image.file.bytes.byteLength,
    contentType: image.file.contentType,
    uploadedBy: person.id,
    createdAt: now,
  });
  await updatePackageRow(db, packageId, { imagesCount: pkg.imagesCount + 1, updatedAt: now });
  await recordEvent(context, db, { packageId, kind: "image_added", after: image.name });
  if (actsAsStaff(context, pkg)) {
    await recordAdminAction(context, db, {
      action: "packages.addImage",
      target: packageId,
      after: { imageId: row.id, imageName: image.name },
    });
  }
  return row;
}

/**
 * Stores an image of an own package (staff who receive or pack: of any), re-encoded without metadata, with a thumbnail; its type is
 * detected from the content. A failure leaves neither row nor file. Throws `not_found`, `package_not_changeable`,
 * `too_many_images` at ten, `too_large` above 10 MB, `too_many_pixels`, and `invalid_image` with the reason.
 */
export async function addImage(
  context: SignedInContext,
  input: { readonly packageId: string; readonly file: File },
): Promise<PackageImage> {
  const { db, now } = context;
  const { packageId } = input;
  requireImageCapacity(context, await findShipment(db, packageId));
  const prepared = await readUploadedImage(context, input.file);
  const { extension } = prepared.image;
  const keys = newImageKeys(packageId, extension, now());
  const name = imageFileName(input.file.name, extension);
  const row = await storeImageFiles(context, keys, prepared, () =>
    atomically(db, (inner) =>
      save(context, inner, packageId, { name, keys, file: prepared.image }),
    ),
  );
  return toPackageImage(context, row);
}
