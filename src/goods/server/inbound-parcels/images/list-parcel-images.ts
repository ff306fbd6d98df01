import type { ParcelImage } from "#goods/contract/parcel-measurements.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { fileUrl, type FileServices } from "#platform/server/packages/files/file-link.ts";
import { listImages, type ParcelImageRow } from "./image-queries.ts";

/** A photo as the API returns it, with addresses that expire. */
export function toParcelImage(services: FileServices, row: ParcelImageRow): ParcelImage {
  return {
    id: row.id,
    kind: row.kind,
    imageUrl: fileUrl(services, row.id, "parcel-image"),
    thumbnailUrl: fileUrl(services, row.id, "parcel-thumbnail"),
    createdAt: row.createdAt.toISOString(),
  };
}

/** The photos of a parcel, oldest first. */
export async function listParcelImages(
  context: Pick<SignedInContext, "config" | "now" | "db">,
  parcelId: string,
): Promise<ParcelImage[]> {
  return (await listImages(context.db, parcelId)).map((row) => toParcelImage(context, row));
}
