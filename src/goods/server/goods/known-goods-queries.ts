// The SQL about all that is known of what is in one parcel.
import { sql } from "kysely";
import { statedGoods, type KnownGoods } from "#goods/server/db/stated-goods.ts";
import type { InboundParcelState } from "#goods/rules/inbound-parcel.ts";
import type { PackageShipRequestState } from "#goods/rules/package-stage.ts";
import type { Db } from "#platform/server/db/open.ts";

/**
 * What was recorded, stated, found and proved of a parcel, the country of its warehouse (null: none receives it), and whether it
 * lies in a box: its state, and that of the ship request of its package.
 */
export async function findKnownGoods(
  db: Db,
  parcelId: string,
): Promise<
  KnownGoods & {
    readonly state: InboundParcelState;
    readonly shipRequestState: PackageShipRequestState | null;
    readonly warehouseCountry: string | null;
  }
> {
  return await db
    .selectFrom("inboundParcels as p")
    .leftJoin("warehouses as w", "w.id", "p.warehouseId")
    .leftJoin("packages as k", "k.id", "p.packageId")
    .select(["p.state", "p.battery", "p.goodsFlags"])
    .select(["k.shipRequestState", "w.country as warehouseCountry"])
    .select(statedGoods(sql`p.id`))
    .where("p.id", "=", parcelId)
    .executeTakeFirstOrThrow();
}
