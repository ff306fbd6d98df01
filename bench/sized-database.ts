// Opens databases of a given size for measurements that compare two sizes.
import { migrate } from "#platform/server/db/migrate.ts";
import { openDatabase, type Database } from "#platform/server/db/open.ts";
import { aggregatePackageCounts } from "#goods/server/packages/lists/list-packages.ts";
import { aggregateProfileCounts } from "#office/server/users/users.ts";

const packagesPerCustomer = 20;

/**
 * Inserts two years of packages in the order of their creation, older ones mostly delivered, with three legs each and
 * tracking numbers in the formats of carriers.
 */
async function fillWithPackages(database: Database, size: number): Promise<void> {
  const { pool } = database;
  const customers = Math.ceil(size / packagesPerCustomer);
  await pool.query(`
    insert into users (name, email, created_at)
    select initcap(first) || ' ' || initcap(last), first || '.' || last || n || '@' || domain,
      now() - random() * interval '730 days'
    from (
      select n, (array['mei','tom','ada','lin','kofi','ines','yuki','omar','lena','raj'])[1 + n % 10] as first,
        substr(md5(n::text), 1, 7) as last,
        (array['example.com','mail.example','post.example'])[1 + n % 3] as domain
      from generate_series(1, ${customers}) n
    ) generated`);
  // Indexes are created after the inserts, which is faster.
  await pool.query("drop index packages_tracking_number_months, packages_tracking_number_sixes");
  await pool.query(`
    insert into packages (user_id, tracking_number, origin, destination, description, estimated_weight_grams,
      status, delivered_at, created_at, updated_at)
    select owners.ids[1 + n % ${customers}], number, 'China', 'United States', 'Tea cups', 1500, status,
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
  await pool.query(
    `create index packages_tracking_number_months on packages
      using gin (parts_of_month(tracking_number, month_number(created_at))) with (fastupdate = off);
    create index packages_tracking_number_sixes on packages
      using gin (tracking_number_parts(tracking_number)) with (fastupdate = off)`,
  );
  // Without foreign key checks, which would take most of the time.
  await pool.query(`set session_replication_role = replica;
    insert into shipping_legs (package_id, leg_number, origin, destination, carrier, estimated_departure,
      estimated_arrival, status, created_at, updated_at)
    select id, leg, 'China', 'Hong Kong', 'SF Express', created_at, created_at + interval '10 days', 'pending',
      created_at, created_at
    from packages, generate_series(1, 3) leg;
    set session_replication_role = origin`);
  await pool.query("vacuum analyze");
}

/** A log that discards everything. */
export const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

async function fillWithCountedPackages(database: Database, size: number): Promise<void> {
  await fillWithPackages(database, size);
  await aggregatePackageCounts({ db: database.kysely, log: silent as never });
  await aggregateProfileCounts({ db: database.kysely });
}

/** Opens the database `name` of the server at `url`; a missing one is created and filled, with packages by default. */
export async function openSizedDatabase(
  url: string,
  { name, size }: { name: string; size: number },
  fill: (database: Database, size: number) => Promise<void> = fillWithCountedPackages,
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
    process.stdout.write(`${size} rows inserted in ${seconds.toFixed(0)} s\n`);
  }
  return database;
}

/** The quantile `fraction` (0 to 1) of the values. */
export function quantile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN;
}
