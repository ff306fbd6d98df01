import type { PackageImage, Shipment } from "#goods/contract/packages.ts";
import { apiError } from "#platform/contract/errors.ts";
import { sharedWhenDeliveredAfter } from "#goods/rules/package-share.ts";
import { isEnded } from "#goods/rules/package-stage.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { mayUse } from "#platform/rules/staff-role.ts";
import type { SignedInContext, AppServices } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import type { PackageImageRow } from "#goods/server/tables/packages.ts";
import { rejectObstacle, changeOwnPackage } from "./lock-packages.ts";
import {
  imageFileName,
  newImageKeys,
  type ImageKeys,
  readUploadedImage,
  storeImageFiles,
  type StorableImage,
  type Stored,
  fileUrl,
} from "#platform/server/packages/files/stored-files.ts";
import { findStoredPackage, lockStoredPackage, updatePackageRow } from "./package-queries.ts";
import { recordAdminAction } from "#platform/server/audit/record-audit.ts";
import { recordEvent, changePackage } from "./change-package.ts";
import {
  insertImage,
  findImage,
  deleteImageRow,
  findCode,
  listReferencedCodeKeys,
  listReferencedImageKeys,
} from "./file-queries.ts";
import type { Person } from "#platform/contract/session.ts";
import { arePhotosShared } from "./share-queries.ts";

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
  pkg: Awaited<ReturnType<typeof findStoredPackage>>,
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
  const pkg = await lockStoredPackage(db, packageId);
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
  requireImageCapacity(context, await findStoredPackage(db, packageId));
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
  await changePackage(context, stored.packageId, async (db, pkg) => {
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

/** Deletes the image's row, in the transaction `db` that holds the lock on the package. */
async function removeImage(
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
async function removeImageFiles(
  { files, log }: SignedInContext,
  image: PackageImageRow,
): Promise<void> {
  const keys = [image.imageUrl, image.thumbnailUrl];
  const removals = await Promise.allSettled(keys.map((key) => files.remove(key)));
  const failed = removals.find((removal) => removal.status === "rejected");
  if (failed) log.error({ error: failed.reason, imageId: image.id }, "A file was left behind");
}

/** Images are for their package's owner and for staff who read packages. */
export async function findStoredImage(
  db: Db,
  requested: { readonly id: string; readonly isThumbnail: boolean },
  person: Person,
): Promise<Stored | undefined> {
  const image = await findImage(db, requested.id);
  if (image === undefined) return undefined;
  if (image.userId !== person.id && !mayUse(person, roleAccess.shipments)) return undefined;
  const { imageName: name, contentType } = image;
  return requested.isThumbnail
    ? { key: image.thumbnailUrl, name, contentType: "image/webp" }
    : { key: image.imageUrl, name, contentType };
}

/** Images of a package for whoever has its link, as long as that works and shows photos. */
export async function findSharedImage(
  { db, now }: Pick<AppServices, "db" | "now">,
  requested: { readonly id: string; readonly isThumbnail: boolean },
): Promise<Stored | undefined> {
  const image = await findImage(db, requested.id);
  if (image === undefined) return undefined;
  const isShared = await arePhotosShared(db, image.packageId, sharedWhenDeliveredAfter(now()));
  if (!isShared) return undefined;
  // The name of the file may tell what strangers should not know.
  return requested.isThumbnail
    ? { key: image.thumbnailUrl, name: "photo", contentType: "image/webp" }
    : { key: image.imageUrl, name: "photo", contentType: image.contentType };
}

/** QR codes are for staff who read packages. */
export async function findStoredCode(
  db: Db,
  qrCodeId: string,
  person: Person,
): Promise<Stored | undefined> {
  if (!mayUse(person, roleAccess.shipments)) return undefined;
  const code = await findCode(db, qrCodeId);
  if (code === undefined) return undefined;
  return { key: code.path, name: `qr-code-leg-${code.legNumber}.png`, contentType: "image/png" };
}

/** Those of `keys` that an image or QR code of a package names. */
export async function listPackageFileKeys(
  db: Db,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const images = await listReferencedImageKeys(db, keys);
  const codes = await listReferencedCodeKeys(db, keys);
  return new Set([...images, ...codes]);
}

/** An image as the API returns it, with addresses that expire. */
export function toPackageImage(
  services: Pick<SignedInContext, "config" | "now" | "session">,
  row: PackageImageRow,
): PackageImage {
  return {
    id: row.id,
    imageName: row.imageName,
    imageUrl: fileUrl(services, row.id, "image"),
    thumbnailUrl: fileUrl(services, row.id, "thumbnail"),
    fileSize: row.fileSize,
    contentType: row.contentType,
    isOwn: row.uploadedBy === services.session.person.id,
    createdAt: row.createdAt.toISOString(),
  };
}
