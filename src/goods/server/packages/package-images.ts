import type { PackageImage } from "#goods/contract/packages.ts";
import { apiError } from "#platform/contract/errors.ts";
import { sharedWhenDeliveredAfter } from "#goods/rules/package-share.ts";
import { isEnded } from "#goods/rules/package-stage.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { mayUse } from "#platform/rules/staff-role.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { rejectObstacle, changeOwnPackage } from "./lock-packages.ts";
import {
  addFile,
  deleteFiles,
  type FileRow,
  findFile,
  removeFiles,
} from "#platform/server/files/files.ts";
import { describePhoto } from "#platform/server/files/serve-file.ts";
import { lockStoredPackage, updatePackageRow, type StoredPackage } from "./package-queries.ts";
import { recordEvent, changePackage } from "./change-package.ts";
import { arePhotosShared } from "./share-queries.ts";

/** How many images a package may have. */
export const maxImages = 10;

/** Whether the user adds to this package as staff; everybody is the customer of their own packages. */
function actsAsStaff({ session }: SignedInContext, { userId }: { userId: string }): boolean {
  const { person } = session;
  return userId !== person.id && mayUse(person, roleAccess.packageImages);
}

/**
 * Throws `not_found` for no package or another's, and `package_not_changeable` for a customer whose package was delivered,
 * cancelled or voided; staff who receive or pack may add to any package.
 */
async function lockForImage(
  context: SignedInContext,
  db: Db,
  packageId: string,
): Promise<StoredPackage> {
  const pkg = await lockStoredPackage(db, packageId);
  if (pkg === undefined) throw apiError("not_found");
  const isByStaff = actsAsStaff(context, pkg);
  if (pkg.userId !== context.session.person.id && !isByStaff) throw apiError("not_found");
  if (!isByStaff && isEnded(pkg.status)) rejectObstacle("ended");
  return pkg;
}

/**
 * Stores an image of an own package (staff who receive or pack: of any) with a thumbnail, once for its key. Throws `not_found`,
 * `package_not_changeable`, and what `addFile` throws.
 */
export async function addImage(
  context: SignedInContext,
  input: { readonly packageId: string; readonly file: File; readonly idempotencyKey: string },
): Promise<PackageImage> {
  const { packageId, file, idempotencyKey } = input;
  const target = { ownerKind: "package", ownerId: packageId, kind: "image" } as const;
  const row = await addFile(
    context,
    { ...target, name: file.name, file, idempotencyKey },
    {
      lock: (db) => lockForImage(context, db, packageId),
      record: async (db, { id: imageId, name: imageName }, pkg) => {
        const imagesCount = pkg.imagesCount + 1;
        await updatePackageRow(db, packageId, { imagesCount, updatedAt: context.now() });
        await recordEvent(context, db, { packageId, kind: "image_added", after: imageName });
        await context.audit({ after: { imageId, imageName } }, db);
      },
    },
  );
  return toPackageImage(context, row);
}

/**
 * Deletes the image's row, then its files. Throws `not_found`, also for a repeat.
 */
export async function deleteImage(
  context: SignedInContext,
  { imageId }: { readonly imageId: string },
): Promise<Record<string, never>> {
  const image = await findImage(context.db, imageId);
  const packageId = image.ownerId;
  await changePackage(context, packageId, async (db, pkg) => {
    await removeImage(context, db, pkg, image);
    const before = { imageId, imageName: image.name, uploadedBy: image.createdBy };
    await context.auditOf(packageId, { before });
  });
  context.afterCommit(() => removeFiles(context, [image]));
  return {};
}

/**
 * Deletes an image that the user uploaded of an own package. Throws `not_found`, also for a repeat, for another's package
 * and for an image by staff, and `package_not_changeable`.
 */
export async function deleteOwnImage(
  context: SignedInContext,
  { imageId }: { readonly imageId: string },
): Promise<Record<string, never>> {
  const image = await findImage(context.db, imageId);
  if (image.createdBy !== context.session.person.id) throw apiError("not_found");
  await changeOwnPackage(context, image.ownerId, async (db, pkg) => {
    await removeImage(context, db, pkg, image);
  });
  context.afterCommit(() => removeFiles(context, [image]));
  return {};
}

/** An image of any package. Throws `not_found`. */
async function findImage(db: Db, imageId: string) {
  const file = await findFile(db, imageId);
  if (file?.ownerKind !== "package") throw apiError("not_found");
  return file;
}

/** Deletes the image's row, in the transaction `db` that holds the lock on the package. Throws `not_found` for a repeat. */
async function removeImage(
  context: SignedInContext,
  db: Db,
  pkg: Pick<StoredPackage, "id" | "imagesCount">,
  image: { readonly id: string; readonly name: string },
): Promise<void> {
  if ((await deleteFiles(db, [image.id])).length === 0) throw apiError("not_found");
  const imagesCount = pkg.imagesCount - 1;
  await updatePackageRow(db, pkg.id, { imagesCount, updatedAt: context.now() });
  await recordEvent(context, db, {
    packageId: pkg.id,
    kind: "image_deleted",
    before: image.name,
  });
}

/** Whether the link of a package works and shows photos. */
export async function arePhotosSharedNow(db: Db, packageId: string, now: Date): Promise<boolean> {
  return await arePhotosShared(db, packageId, sharedWhenDeliveredAfter(now));
}

/** An image as the API returns it, with addresses that expire. */
export function toPackageImage(
  services: Pick<SignedInContext, "config" | "now" | "session">,
  row: FileRow<"package">,
): PackageImage {
  const { kind: _kind, ...photo } = describePhoto(services, row);
  return {
    ...photo,
    imageName: row.name,
    fileSize: row.bytes,
    contentType: row.contentType,
    isOwn: row.createdBy === services.session.person.id,
  };
}
