// What is known of the goods in a parcel besides its receiving record, in queries of modules above.
import { sql, type RawBuilder } from "kysely";
import type { RuledFlag } from "#catalogue/rules/goods-rule.ts";
import type { DeclaredCurrency } from "#goods/rules/inbound-parcel.ts";
import { parcelValues } from "./parcel-values.ts";
import type { BatteryKind, GoodsFlag } from "#catalogue/rules/shipping-service.ts";

/** What goods in a currency are worth together. */
export type StatedValue = { readonly currency: DeclaredCurrency; readonly valueMinor: number };

/**
 * SQL: the properties of the goods in the parcel with the id in the SQL `parcelId`, as its customer stated them and staff found
 * them, which counts whatever its customer states afterwards.
 */
function knownFlags(parcelId: RawBuilder<unknown>): RawBuilder<GoodsFlag[]> {
  return sql<
    GoodsFlag[]
  >`array(select unnest(goods_items.flags) from goods_items where goods_items.inbound_parcel_id = ${parcelId}
    union select unnest(looked_at.found_flags) from inbound_parcels looked_at where looked_at.id = ${parcelId}
    order by 1)`;
}

/** SQL: the same of batteries. */
function knownBatteries(parcelId: RawBuilder<unknown>): RawBuilder<BatteryKind[]> {
  return sql<
    BatteryKind[]
  >`array(select goods_items.battery from goods_items where goods_items.inbound_parcel_id = ${parcelId}
    union select unnest(looked_at.found_batteries) from inbound_parcels looked_at where looked_at.id = ${parcelId}
    order by 1)`;
}

/** SQL: what its customer has proved of it. */
function provenFlags(parcelId: RawBuilder<unknown>): RawBuilder<RuledFlag[]> {
  return sql<RuledFlag[]>`coalesce((select goods_proofs.seen_flags from goods_proofs
    join inbound_parcels proven on proven.id = goods_proofs.inbound_parcel_id and proven.user_id = goods_proofs.user_id
    where goods_proofs.inbound_parcel_id = ${parcelId}), '{}')`;
}

/** SQL: what its customer stated that it is worth, by currency; of one without goods what was declared for all of it. */
function statedValues(parcelId: RawBuilder<unknown>): RawBuilder<StatedValue[]> {
  return sql<
    StatedValue[]
  >`coalesce((select jsonb_agg(jsonb_build_object('currency', currency, 'valueMinor', total))
    from (select valued.currency, sum(valued.value_minor) as total
      from inbound_parcels said cross join lateral (${parcelValues(sql`said`)}) valued
      where said.id = ${parcelId} and valued.currency is not null group by valued.currency) by_currency), '[]')`;
}

/** The columns by which rules judge what staff found in the parcel with the id in the SQL `parcelId`, and its customer stated and proved. */
export function ruledGoods(parcelId: RawBuilder<unknown>) {
  return [
    knownFlags(parcelId).as("knownFlags"),
    knownBatteries(parcelId).as("knownBatteries"),
    provenFlags(parcelId).as("provenFlags"),
  ] as const;
}

/** The same, and what its goods are worth. */
export function statedGoods(parcelId: RawBuilder<unknown>) {
  return [...ruledGoods(parcelId), statedValues(parcelId).as("statedValues")] as const;
}

/** SQL: whether there is anything in inbound parcel `p` that rules may be about, as it was recorded, found or stated. */
export function hasRuledGoods(p: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${p}.battery not in ('none', 'unknown') or ${p}.goods_flags <> '{}'
    or ${p}.found_flags <> '{}' or ${p}.found_batteries <> '{}' or exists (select from goods_items where goods_items.inbound_parcel_id = ${p}.id
      and (goods_items.flags <> '{}' or goods_items.battery not in ('none', 'unknown'))))`;
}

/** The goods in a parcel: what was recorded when it arrived, and what its customer stated and proved and staff found. */
export type KnownGoods = {
  readonly battery: BatteryKind | null;
  readonly goodsFlags: readonly GoodsFlag[];
  readonly knownFlags: readonly GoodsFlag[];
  readonly knownBatteries: readonly BatteryKind[];
  readonly provenFlags: readonly RuledFlag[];
  readonly statedValues: readonly StatedValue[];
};

/** What is in a parcel, as rules judge it; a "none" of its customer does not take back what was recorded. */
export function contentsOfParcel({ battery, goodsFlags, ...stated }: KnownGoods) {
  const batteries = [...new Set([battery ?? [], stated.knownBatteries].flat())];
  const goods = [...new Set([...goodsFlags, ...stated.knownFlags])];
  return { batteries, goods, proven: stated.provenFlags };
}
