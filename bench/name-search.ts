// Measures searches for names in several scripts over 100,000 users, 200,000 packages and one customer's 10,000.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CurrentSession, SignedInContext } from "#platform/server/context.ts";
import { startEmbeddedPostgres } from "#platform/server/db/embedded/supervisor.ts";
import { migrate } from "#platform/server/db/migrate.ts";
import { openDatabase, type Database } from "#platform/server/db/open.ts";
import { listPackages, listShipments } from "#goods/server/packages/lists/list-packages.ts";
import { listUsers } from "#office/server/users/users.ts";
import { quantile, silent } from "./sized-database.ts";

const users = Number(process.env["BENCH_USERS"] ?? 100_000);
const samples = Number(process.env["BENCH_SAMPLES"] ?? 30);

/** A third of the users each in Chinese, Cyrillic and Latin; some Chinese ones with a name in Latin letters. */
async function fill({ pool }: Database): Promise<string> {
  // Indexes are created after the inserts, which is faster.
  await pool.query(
    `drop index profiles_email_pairs, profiles_email_parts, profiles_name_parts,
      packages_tracking_number_months, packages_tracking_number_sixes`,
  );
  await pool.query(`
    insert into users (name, email, created_at)
    select case n % 3
        when 0 then substr('陈李张王刘黄林吴周徐', 1 + n % 10, 1) || chr(19968 + ((n::bigint * 7919) % 3000)::int)
          || case when n % 2 = 0 then chr(19968 + ((n::bigint * 104729) % 3000)::int) else '' end
        when 1 then initcap(substr('анна борис вера глеб дарья ', 1 + 5 * (n % 5), 5)) || ' '
          || translate(substr(md5(n::text), 1, 8), '0123456789abcdef', 'абвгдежзиклмнопр')
        else initcap((array['mei','tom','ada','lin'])[1 + n % 4]) || ' ' || initcap(substr(md5(n::text), 1, 7))
      end,
      substr(md5(n::text), 1, 9) || n || '@example.com', now() - random() * interval '730 days'
    from generate_series(1, ${users}) n;
    update profiles set latin_name = 'Chen ' || initcap(substr(md5(full_name), 1, 6)) where full_name like '陈%'`);
  await pool.query(`
    insert into packages (user_id, tracking_number, origin, destination, description, estimated_weight_grams,
      status, created_at, updated_at)
    select id, 'SF' || lpad((1000003 * row_number() over ())::text, 13, '0'), 'China', 'Germany', '茶杯', 1500, 'pending',
      now() - random() * interval '730 days', now()
    from profiles, generate_series(1, 2) n`);
  const { rows } = await pool.query<{ id: string }>("select id from profiles limit 1");
  const userId = rows[0]?.id ?? "";
  await pool.query(
    `insert into packages (user_id, tracking_number, origin, destination, description, estimated_weight_grams,
      status, created_at, updated_at)
    select $1, 'YT' || lpad(n::text, 13, '0'), 'China', 'Germany', repeat('陶瓷茶具，蓝色，', 5) || n, 1500, 'pending',
      now() - n * interval '1 minute', now() from generate_series(1, 10000) n`,
    [userId],
  );
  await pool.query(`
    insert into package_recipients (package_id, name, phone, address, address_line2, city, state, postal_code)
    select id, '李' || substr(tracking_number, 12, 4), '', '', '', '', '', '' from packages
      where tracking_number like 'YT%'`);
  await pool.query(`
    create index profiles_email_pairs on profiles using gin (pairs_of(email)) with (fastupdate = off);
    create index profiles_email_parts on profiles using gin (email gin_trgm_ops) with (fastupdate = off);
    create index profiles_name_parts on profiles
      using gin (search_parts(name_key(full_name, latin_name))) with (fastupdate = off);
    create index packages_tracking_number_months on packages
      using gin (parts_of_month(tracking_number, month_number(created_at))) with (fastupdate = off);
    create index packages_tracking_number_sixes on packages
      using gin (tracking_number_parts(tracking_number)) with (fastupdate = off)`);
  await pool.query("vacuum analyze");
  return userId;
}

const dataFolder = await mkdtemp(join(tmpdir(), "bench-name-search-"));
const postgres = await startEmbeddedPostgres({ dataFolder, log: silent });
const database = openDatabase({
  url: postgres.url,
  log: silent,
  statementTimeoutMilliseconds: 0,
});
try {
  await migrate(database);
  const userId = await fill(database);
  const person = { id: userId, isAdmin: true, roles: [], hasTwoFactor: true };
  const session = { person } as unknown as CurrentSession;
  const context = { db: database.kysely, log: silent, session } as unknown as SignedInContext;
  const page = { page: 1, pageSize: 20 };
  const kinds = {
    users: (search: string) =>
      listUsers(context, { search, state: "all", order: "createdAt", direction: "desc", ...page }),
    shipments: (search: string) =>
      listShipments(context, { search, tab: "all", status: "all", weekStartsOn: null, ...page }),
    "own packages": (search: string) => listPackages(context, { search, tab: "all", ...page }),
  };
  const searches = [
    "陈",
    "陈七",
    "анна",
    "дарья а",
    "ме",
    "Chen",
    "Ｍｅｉ",
    "a",
    "mei",
    "zzz",
    "蓝色",
  ];
  for (const [kind, find] of Object.entries(kinds)) {
    for (const search of searches) {
      const milliseconds: number[] = [];
      let total = 0;
      for (let sample = 0; sample < samples; sample += 1) {
        const startedAt = performance.now();
        total = (await find(search)).total;
        milliseconds.push(performance.now() - startedAt);
      }
      const [median, slow] = [0.5, 0.95].map((share) => quantile(milliseconds, share).toFixed(1));
      process.stdout.write(
        `${kind.padEnd(14)} ${search.padEnd(10)} ${String(total).padStart(6)} found, p50 ${median} ms, p95 ${slow} ms\n`,
      );
    }
  }
} finally {
  await database.close();
  await postgres.close();
  await rm(dataFolder, { recursive: true, force: true });
}
