import type { Db } from "#platform/server/db/open.ts";
import { countParcels } from "./inbound-parcel-queries.ts";

/** How many parcels of a customer are in the warehouse. */
export async function countParcelsHere(db: Db, userId: string): Promise<number> {
  return await countParcels(db, userId, ["received", "packed"]);
}
