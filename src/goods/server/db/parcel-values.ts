// What parcels cost, as columns of queries.
import { sql, type RawBuilder } from "kysely";

/**
 * The `currency` and `value_minor` of each goods item of inbound parcel `p`, both null where it has none; of a parcel without
 * goods items those that were declared for all of it.
 */
export function parcelValues(p: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select item.currency, item.quantity * item.unit_value_minor as value_minor
    from goods_items item where item.inbound_parcel_id = ${p}.id
    union all
    select ${p}.declared_currency, ${p}.declared_value_minor
    where not exists (select from goods_items item where item.inbound_parcel_id = ${p}.id)
  `;
}

/** What is in inbound parcel `p`, as customs read it where that is known; empty where nobody said it. */
export function parcelContents(p: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`coalesce(
    (select string_agg(item.description, ', ' order by item.position) from goods_items item
      where item.inbound_parcel_id = ${p}.id and item.description <> ''),
    ${p}.description
  )`;
}
