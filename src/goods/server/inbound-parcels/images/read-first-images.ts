import type { Db } from "#platform/server/db/open.ts";
import { listFirstImages } from "./image-queries.ts";

/** The ids of the first photos of parcels, by parcel; those without photos are left out. */
export async function readFirstImages(
  db: Db,
  parcelIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await listFirstImages(db, parcelIds);
  return new Map(rows.map(({ inboundParcelId, id }) => [inboundParcelId, id]));
}
