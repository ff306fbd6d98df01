// Fills a database with inbound parcels for measurements that compare two sizes.
import type { Database } from "#platform/server/db/open.ts";

const parcelsPerCustomer = 20;

/** SQL for the code of the parcel `n`; of a million random ones, two are likely to be equal. */
function labelCodeOf(n: string): string {
  const scattered = `to_hex((${n}::bigint * 2654435761) % 4294967296)`;
  return `translate(lpad(${scattered}, 8, '0'), '0123456789abcdef', '23456789ABCDEFGH')`;
}

/** Two years of parcels in the order of their creation, the older ones mostly departed, a fifth with an order number. */
export async function fillWithParcels({ pool }: Database, size: number): Promise<void> {
  const customers = Math.ceil(size / parcelsPerCustomer);
  await pool.query(`
    insert into users (name, email, created_at)
    select 'Customer ' || n, substr(md5(n::text), 1, 7) || n || '@example.com', now()
    from generate_series(1, ${customers}) n`);
  await pool.query(`
    insert into member_codes (user_id, code, created_at)
    select id, substr(random_label_code(), 1, 7), now() from profiles on conflict do nothing`);
  await pool.query("drop index inbound_parcels_months, inbound_parcels_sixes");
  await pool.query(`
    insert into inbound_parcels
      (user_id, label_code, tracking_number, source, state, order_reference, created_at, updated_at)
    select owners.ids[1 + n % ${customers}], ${labelCodeOf("n")}, number, 'declared', state,
      case when n % 5 = 0 then lpad(floor(random() * 1e18)::bigint::text, 18, '0') else '' end, at, at
    from (
      select n, at, case
          when at < now() - interval '40 days' then 'departed'
          when random() < 0.5 then 'expected' else 'received' end as state,
        case n % 4
          when 0 then 'SF' || lpad(floor(random() * 1e13)::bigint::text, 13, '0')
          when 1 then 'YT' || lpad(floor(random() * 1e13)::bigint::text, 13, '0')
          when 2 then 'JT' || lpad(floor(random() * 1e13)::bigint::text, 13, '0')
          else lpad(floor(random() * 1e15)::bigint::text, 15, '0') end as number
      from (
        select n, now() - random() * interval '730 days' as at from generate_series(1, ${size}) n order by at
      ) moments
    ) generated, (select array_agg(id) as ids from profiles) owners`);
  await pool.query(`
    create index inbound_parcels_sixes on inbound_parcels
      using gin (tracking_number_parts(searched_text)) with (fastupdate = off);
    create index inbound_parcels_months on inbound_parcels
      using gin (parts_of_month(searched_text, month_number(created_at))) with (fastupdate = off)`);
  await pool.query("vacuum analyze");
}
