import type { PackingImage } from "#shipping/contract/ship-requests.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { PackingImageRow } from "#shipping/server/tables/ship-requests.ts";
import { fileUrl, type FileServices } from "#platform/server/packages/files/file-link.ts";
import { listImagesOfOrders, listImagesOfRequest } from "./packing-image-queries.ts";

/** A photo as the API returns it, with addresses that expire. */
export function toPackingImage(services: FileServices, row: PackingImageRow): PackingImage {
  return {
    id: row.id,
    kind: row.kind,
    imageUrl: fileUrl(services, row.id, "packing-image"),
    thumbnailUrl: fileUrl(services, row.id, "packing-thumbnail"),
    createdAt: row.createdAt.toISOString(),
  };
}

/** The photos of a request's boxes, oldest first. */
export async function readImagesOfRequest(
  services: FileServices,
  db: Db,
  shipRequestId: string,
): Promise<PackingImage[]> {
  return (await listImagesOfRequest(db, shipRequestId)).map((row) => toPackingImage(services, row));
}

/** The photos of ordered extra services, by order. */
export async function readImagesOfOrders(
  services: FileServices,
  db: Db,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string | null, PackingImage[]>> {
  const rows = await listImagesOfOrders(db, orderIds);
  const grouped = Map.groupBy(rows, ({ extraServiceRequestId }) => extraServiceRequestId);
  return new Map(
    [...grouped].map(([id, of]) => [id, of.map((row) => toPackingImage(services, row))]),
  );
}
