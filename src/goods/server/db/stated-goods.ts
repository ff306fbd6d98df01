// What a customer stated of the goods in a parcel, in queries of modules above.
import { sql, type RawBuilder } from "kysely";
import type { BatteryKind, GoodsFlag } from "#catalogue/rules/shipping-service.ts";

/** SQL: the properties of the goods in the parcel with the id in the SQL `parcelId`, as its customer stated them. */
function statedFlags(parcelId: RawBuilder<unknown>): RawBuilder<GoodsFlag[]> {
  return sql<
    GoodsFlag[]
  >`array(select distinct flag from goods_items, unnest(goods_items.flags) as flag
    where goods_items.inbound_parcel_id = ${parcelId} order by flag)`;
}

/** SQL: the same of batteries. */
function statedBatteries(parcelId: RawBuilder<unknown>): RawBuilder<BatteryKind[]> {
  return sql<BatteryKind[]>`array(select distinct battery from goods_items
    where goods_items.inbound_parcel_id = ${parcelId} order by battery)`;
}

/** The columns of what the customer of the parcel with the id in the SQL `parcelId` stated of its goods. */
export function statedGoods(parcelId: RawBuilder<unknown>) {
  return [
    statedFlags(parcelId).as("statedFlags"),
    statedBatteries(parcelId).as("statedBatteries"),
  ] as const;
}

/** The goods in a parcel: what was recorded when it arrived, and what its customer stated. */
export type KnownGoods = {
  readonly battery: BatteryKind | null;
  readonly goodsFlags: readonly GoodsFlag[];
  readonly statedFlags: readonly GoodsFlag[];
  readonly statedBatteries: readonly BatteryKind[];
};
