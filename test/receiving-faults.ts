// Compares parcels with their receiving records.
import { sql } from "kysely";
import type { Db } from "#platform/server/db/open.ts";

/**
 * A sentence for each parcel with more than one record of an arrival that was not undone, whose measurements are not those of the newest
 * record that counts, and for each number that one owner has twice at the same place in its pieces.
 */
export async function receivingFaults(db: Db): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    select 'received ' || count(*) || ' times: ' || p.id as fault
      from receiving_records join inbound_parcels p on p.id = inbound_parcel_id
      where kind = 'received' group by p.id having count(*) <> (p.received_at is not null)::int + (
        select count(*) from events where subject_id = p.id and events.kind = 'receiving_undone')
    union all
    select 'measured differently: ' || p.id from inbound_parcels p cross join lateral (
      with recursive corrected as (
        select r.*, sequence as place from receiving_records r
          where r.inbound_parcel_id = p.id and replaces_id is null
        union all
        select r.*, place from receiving_records r join corrected on corrected.id = r.replaces_id
      )
      select * from corrected where id not in (
        select replaces_id from receiving_records where replaces_id is not null
      ) order by place desc limit 1
    ) counts
    where p.received_at is not null and (p.weight_grams, p.length_mm, p.width_mm, p.height_mm, p.condition, p.battery, p.goods_flags)
      is distinct from (counts.weight_grams, counts.length_mm, counts.width_mm, counts.height_mm,
        counts.condition, counts.battery, counts.goods_flags)
    union all
    select 'here without a record: ' || p.id from inbound_parcels p
      where weight_grams is not null and not exists (
        select from receiving_records where inbound_parcel_id = p.id and kind = 'received')
    union all
    select 'twice here: ' || tracking_number from inbound_parcels
      where state in ('received', 'packed') and tracking_number is not null
      group by user_id, tracking_number, piece having count(*) > 1
  `.execute(db);
  return rows.map(({ fault }) => fault);
}
