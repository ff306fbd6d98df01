// Fills a database of a given size with what lists, searches and scans read.
import { migrate } from "#platform/server/db/migrate.ts";
import { openDatabase, type Database } from "#platform/server/db/open.ts";
import { aggregatePackageCounts } from "#goods/server/packages/lists/list-packages.ts";
import { aggregateProfileCounts } from "#office/server/users/users.ts";
import { say, silent } from "./measuring.ts";

type Pool = Database["pool"];

const thingsPerCustomer = 20;
const unmatchedCount = 500;
export const searchedWords = ["teapot", "lamp", "kettle", "jacket", "camera", "puzzle", "carpet"];

/** A third of the customers each in Chinese, Cyrillic and Latin; one of the Chinese surnames also in Latin letters. */
async function insertCustomers(pool: Pool, count: number): Promise<void> {
  await pool.query(`
    insert into users (name, email, created_at)
    select case n % 3
        when 0 then substr('陈李张王刘黄林吴周徐', 1 + n % 10, 1) || chr(19968 + ((n::bigint * 7919) % 3000)::int)
          || case when n % 2 = 0 then chr(19968 + ((n::bigint * 104729) % 3000)::int) else '' end
        when 1 then initcap(substr('анна борис вера глеб дарья ', 1 + 5 * (n % 5), 5)) || ' '
          || translate(substr(md5(n::text), 1, 8), '0123456789abcdef', 'абвгдежзиклмнопр')
        else initcap((array['mei','tom','ada','lin'])[1 + n % 4]) || ' ' || initcap(substr(md5(n::text), 1, 7)) end,
      substr(md5(n::text), 1, 9) || n || '@' || (array['example.com','mail.example','post.example'])[1 + n % 3],
      now() - random() * interval '730 days'
    from generate_series(1, ${count}) n;
    update profiles set latin_name = 'Chen ' || initcap(substr(md5(full_name), 1, 6)) where full_name like '陈%';
    insert into member_codes (user_id, code, created_at)
      select id, substr(random_label_code(), 1, 7), now() from profiles on conflict do nothing`);
}

/** Two years of packages in the order of their creation, older ones mostly delivered, with numbers in formats of carriers. */
async function insertPackages(pool: Pool, size: number): Promise<void> {
  await pool.query(`
    insert into packages (user_id, tracking_number, origin, destination, description, estimated_weight_grams,
      status, delivered_at, created_at, updated_at)
    select owners.ids[1 + n % array_length(owners.ids, 1)], number, 'China', 'United States', 'Tea cups', 1500, status,
      case when status = 'delivered' then at end, at, at
    from (
      select n, at, case
          when random() < 0.02 then 'voided'
          when at < now() - interval '60 days' and random() < 0.98 then 'delivered'
          else (array['pending','processing','in_transit'])[1 + floor(random() * 3)::int] end as status,
        case n % 5
          when 0 then 'SF' || lpad(floor(random() * 1e13)::bigint::text, 13, '0')
          when 1 then 'YT' || lpad(floor(random() * 1e16)::bigint::text, 16, '0')
          when 2 then 'RB' || lpad(floor(random() * 1e9)::bigint::text, 9, '0') || 'CN'
          when 3 then upper(substr(md5(random()::text), 1, 16))
          else lpad(floor(random() * 1e12)::bigint::text, 12, '0') end as number
      from (
        select n, now() - random() * interval '730 days' as at from generate_series(1, ${size}) n order by at
      ) moments
    ) generated, (select array_agg(id) as ids from profiles) owners`);
}

/** Two years of parcels in the order of their creation, older ones mostly departed, a fifth with an order number. */
async function insertParcels(pool: Pool, size: number): Promise<void> {
  // Of a million random codes of labels, two are likely to be equal; these are scattered instead.
  const scattered = "to_hex((n::bigint * 2654435761) % 4294967296)";
  await pool.query(`
    insert into inbound_parcels
      (user_id, label_code, tracking_number, source, state, order_reference, created_at, updated_at)
    select owners.ids[1 + n % array_length(owners.ids, 1)],
      translate(lpad(${scattered}, 8, '0'), '0123456789abcdef', '23456789ABCDEFGH'), number, 'declared', state,
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
}

/** Parcels without an owner, each with a number that is nearly that of an awaited one, and a claim of each. */
async function insertUnmatched(pool: Pool): Promise<void> {
  await pool.query(`
    insert into inbound_parcels (tracking_number, source, state, received_at, created_at, updated_at)
    select left(tracking_number, -3) || (substr(right(tracking_number, 3), 1, 1)::int + 5) % 10 || right(tracking_number, 2),
      'scanned', 'received', at, at, at
    from (
      select tracking_number, now() - random() * interval '90 days' as at
      from inbound_parcels where state = 'expected' order by random() limit ${unmatchedCount}
    ) awaited;
    insert into inbound_parcel_claims (user_id, tracking_number, note, state, created_at, updated_at)
    select owners.ids[1 + floor(random() * array_length(owners.ids, 1))::int], tracking_number, '', 'open', now(), now()
    from inbound_parcels, (select array_agg(id) as ids from profiles) owners
    where inbound_parcels.user_id is null and state = 'received'`);
}

/** A customer with `count` packages and parcels, whose email is `own-COUNT@example.com`. */
async function insertCustomerWith(pool: Pool, count: number): Promise<void> {
  const email = `own-${count}@example.com`;
  await pool.query("insert into users (name, email) values ('Own', $1)", [email]);
  await pool.query(
    `insert into packages (user_id, tracking_number, origin, destination, description, estimated_weight_grams,
       status, delivered_at, created_at, updated_at)
     select id, 'SF' || lpad((n * 7919)::text, 13, '0'), 'China', 'United States', ($2::text[])[1 + n % $3] || ' 茶具 ' || n,
       1500, case when n % 4 = 0 then 'pending' else 'delivered' end, case when n % 4 > 0 then now() end,
       now() - n * interval '1 hour', now()
     from profiles, generate_series(1, $4::int) n where email = $1`,
    [email, searchedWords, searchedWords.length, count],
  );
  await pool.query(
    `insert into inbound_parcels (user_id, tracking_number, source, state, shop, description, created_at, updated_at)
     select id, 'SF' || lpad((n * 7919)::text, 13, '0'), 'declared',
       (array['expected', 'received', 'departed', 'cancelled'])[1 + n % 4], '茶具旗舰店', 'Teapot number ' || n,
       now() - n * interval '1 minute', now()
     from profiles, generate_series(1, least($2::int, 500)) n where email = $1`,
    [email, count],
  );
}

/** Three legs of each package, without checks of foreign keys, which would take most of the time. */
async function insertLegs(pool: Pool): Promise<void> {
  await pool.query(`set session_replication_role = replica;
    insert into shipping_legs (package_id, leg_number, origin, destination, carrier, tracking_number,
      estimated_departure, estimated_arrival, status, created_at, updated_at)
    select id, leg, 'China', 'Hong Kong', 'SF Express',
      case when description <> 'Tea cups' then 'EB' || lpad((leg * 31337)::text, 9, '0') || 'HK' end,
      created_at, created_at + interval '10 days', 'pending', created_at, created_at
    from packages, generate_series(1, 3) leg;
    set session_replication_role = origin`);
}

/** Of whom the open work is counted; they have taken a hundred cases. */
export const countedStaffId = "00000000-0000-4000-8000-00000000da11";

/**
 * The open work: a ship request of each package that was packed or is to be, a following tracker of each leg on its way, of
 * which some are late, silent or have a question, and 10,000 cases, of which 1,000 are open.
 */
async function insertWork(pool: Pool): Promise<void> {
  await pool.query(`set session_replication_role = replica;
    insert into ship_requests (user_id, package_id, warehouse_id, state, waiting_reason, waiting_since, payment_mode,
      country_code, recipient, due_at, created_by, created_at, updated_at, ended_at)
    select user_id, id, (select id from warehouses), state, case when state = 'waiting_for_customer' then 'price' end,
      case when state = 'waiting_for_customer' then at end, 'quote_first', 'US', '{}', at + interval '2 days', user_id, at, at,
      case when state = 'handed_over' then at end
    from (
      select id, user_id, created_at + interval '1 day' as at, case when status <> 'processing' then 'handed_over' else
        (array['requested', 'waiting_for_customer', 'accepted', 'labelled'])[1 + floor(random() * 4)::int] end as state
      from packages where status in ('processing', 'in_transit', 'delivered')
    ) packed;
    update shipping_legs l set status = 'in_transit', status_since = p.created_at + interval '3 days',
      departed_at = p.created_at + interval '3 days', silent_days = 7, transit_span = '{}',
      late_after = p.created_at + interval '20 days',
      question = p.question, question_at = case when p.question is not null then p.created_at + interval '3 days' end
    from (
      select id, created_at, case when random() < 0.1 then 'lost' end as question from packages where status = 'in_transit'
    ) p where p.id = l.package_id and l.leg_number = 2;
    with legs as materialized (
      select id as leg_id, gen_random_uuid() as tracker_id, row_number() over () as n
      from shipping_legs where status = 'in_transit'
    ), followed as (
      insert into trackers (id, tracking_number, state, last_event_at, next_look_at, created_at, updated_at)
      select tracker_id, 'TR' || lpad(n::text, 9, '0'), 'following', now() - random() * interval '14 days', now(), now(), now()
      from legs
    )
    insert into tracker_uses (tracker_id, leg_id, since) select tracker_id, leg_id, now() from legs;
    insert into cases (user_id, subject, subject_id, subject_name, kind, state, waiting_since, due_at, first_due_at, asked_cents,
      value_cents, opened_at, last_at, closed_at)
    select user_id, 'package', id, 'P-' || number, 'damaged', case when n <= 1000 then 'waiting_for_us' else 'closed' end,
      created_at, case when n <= 1000 then created_at + interval '2 days' end, created_at + interval '2 days',
      case when n % 4 = 0 then 1000 end, case when n % 4 = 0 then 5000 end, created_at, created_at,
      case when n > 1000 then created_at end
    from (select *, row_number() over () as n from packages limit 10000) numbered;
    insert into work_assignments (kind, subject_id, user_id, taken_at)
    select 'open_cases', id, '${countedStaffId}', now() from cases where state <> 'closed' limit 100;
    set session_replication_role = origin`);
}

async function fill(database: Database, size: number): Promise<void> {
  const { pool, kysely: db } = database;
  // Indexes of parts are created after the inserts, which is faster.
  const { rows: indexes } = await pool.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename in ('profiles', 'packages', 'inbound_parcels') and indexdef like '%USING gin%'`,
  );
  for (const { name } of indexes) await pool.query(`drop index ${name}`);
  await insertCustomers(pool, Math.ceil(size / thingsPerCustomer));
  await insertPackages(pool, size);
  await insertParcels(pool, size);
  await insertUnmatched(pool);
  for (const count of [500, 10_000]) await insertCustomerWith(pool, count);
  await insertLegs(pool);
  await pool.query(`
    insert into warehouses (code, name, kind, country, address, receiver_name_pattern, phone, postal_code,
      time_zone, opening_hours, closed_days, opened_at, created_at, updated_at)
    values ('HK1', 'Kwun Tong', 'hub', 'HK', '{}', '{code}', '', '', 'Asia/Hong_Kong', '[]', '{}', now(), now(), now())`);
  await insertWork(pool);
  for (const { definition } of indexes) await pool.query(definition);
  await pool.query("vacuum analyze");
  await aggregatePackageCounts({ db, log: silent as never });
  await aggregateProfileCounts({ db });
}

/** Opens the database `name` of the server at `url`; a missing one is created and filled. All of it is read into memory. */
export async function openFilledDatabase(
  url: string,
  { name, size }: { readonly name: string; readonly size: number },
): Promise<Database> {
  const server = openDatabase({ url, log: silent, poolSize: 1 });
  const found = await server.pool.query("select from pg_database where datname = $1", [name]);
  if (found.rowCount === 0) await server.pool.query(`create database ${name}`);
  await server.close();
  const address = new URL(url);
  address.pathname = `/${name}`;
  const database = openDatabase({
    url: address.href,
    log: silent,
    statementTimeoutMilliseconds: 0,
  });
  await migrate(database);
  if (found.rowCount === 0) {
    const startedAt = performance.now();
    await fill(database, size);
    const seconds = (performance.now() - startedAt) / 1000;
    say(`${size} packages and parcels inserted in ${seconds.toFixed(0)} s`);
  }
  await database.pool.query("create extension if not exists pg_prewarm");
  await database.pool.query(
    `select pg_prewarm(oid) from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')`,
  );
  return database;
}
