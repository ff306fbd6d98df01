// The stored files of packages, for those who may see them.
import type { Person } from "#platform/contract/session.ts";
import { sharedWhenDeliveredAfter } from "#goods/rules/package-share.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { mayUse } from "#platform/rules/staff-role.ts";
import type { AppServices, SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { type Stored, fileUrl } from "#platform/server/packages/files/stored-files.ts";
import { arePhotosShared } from "./share-queries.ts";
import {
  findCode,
  listReferencedCodeKeys,
  findImage,
  listReferencedImageKeys,
} from "./file-queries.ts";
import type { PackageImage } from "#goods/contract/packages.ts";
import type { PackageImageRow } from "#goods/server/tables/packages.ts";

/** Images are for their package's owner and for staff who read packages. */
export async function findStoredImage(
  db: Db,
  requested: { readonly id: string; readonly isThumbnail: boolean },
  person: Person,
): Promise<Stored | null> {
  const image = await findImage(db, requested.id);
  if (image === undefined) return null;
  if (image.userId !== person.id && !mayUse(person, roleAccess.shipments)) return null;
  const { imageName: name, contentType } = image;
  return requested.isThumbnail
    ? { key: image.thumbnailUrl, name, contentType: "image/webp" }
    : { key: image.imageUrl, name, contentType };
}

/** Images of a package for whoever has its link, as long as that works and shows photos. */
export async function findSharedImage(
  { db, now }: Pick<AppServices, "db" | "now">,
  requested: { readonly id: string; readonly isThumbnail: boolean },
): Promise<Stored | null> {
  const image = await findImage(db, requested.id);
  if (image === undefined) return null;
  const isShared = await arePhotosShared(db, image.packageId, sharedWhenDeliveredAfter(now()));
  if (!isShared) return null;
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
): Promise<Stored | null> {
  if (!mayUse(person, roleAccess.shipments)) return null;
  const code = await findCode(db, qrCodeId);
  if (code === undefined) return null;
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
