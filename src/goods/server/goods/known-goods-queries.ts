// The SQL about all that is known of what is in one parcel.
import { sql } from "kysely";
import { statedGoods, type KnownGoods } from "#goods/server/db/stated-goods.ts";
import type { Db } from "#platform/server/db/open.ts";

/** What was recorded, stated and proved of a parcel, and the country of its warehouse; null: none receives it. */
export async function findKnownGoods(
  db: Db,
  parcelId: string,
): Promise<KnownGoods & { readonly warehouseCountry: string | null }> {
  return await db
    .selectFrom("inboundParcels as p")
    .leftJoin("warehouses as w", "w.id", "p.warehouseId")
    .select(["p.battery", "p.goodsFlags", "w.country as warehouseCountry"])
    .select(statedGoods(sql`p.id`))
    .where("p.id", "=", parcelId)
    .executeTakeFirstOrThrow();
}
