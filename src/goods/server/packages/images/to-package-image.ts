import type { PackageImage } from "#goods/contract/packages.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { PackageImageRow } from "#goods/server/tables/packages.ts";
import { fileUrl } from "#platform/server/packages/files/file-link.ts";

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
