import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { databaseToCopy } from "#test/database.ts";
import { laterMigration } from "#test/later-migration.ts";
import { ledgerFaults } from "#test/ledger-faults.ts";
import { useToken } from "#people/server/tokens/one-time-token.ts";
import { createTables, migrate, migrationNames } from "./migrate.ts";
import type { Database, Db } from "./open.ts";

const baseline = "0001-baseline";
const dataOfBaseline = new URL("../../../../test/baseline-data.sql", import.meta.url);

/** Tables of the baseline of which a later migration adds, merges or removes rows, or which it drops or renames. */
const changedOnPurpose: readonly string[] = [
  "suspended_lanes",
  "package_events",
  "accounts",
  "ledger_accounts",
  "verifications",
  "package_images",
  "qr_codes",
];

type ToCopy = Awaited<ReturnType<typeof databaseToCopy>>;

/** A database as the first release left it, and the same after all migrations of the product. */
let original: ToCopy;
let upgraded: ToCopy;
let database: Database;

beforeAll(async () => {
  original = await databaseToCopy(async ({ kysely }) => {
    await kysely.transaction().execute(async (db) => {
      await createTables(db, [baseline]);
      await sql`insert into kysely_migration values (${baseline}, '2026-06-01T00:00:00Z')`.execute(
        db,
      );
      await sql.raw(await readFile(dataOfBaseline, "utf8")).execute(db);
    });
  });
  upgraded = await databaseToCopy(migrate, original.name);
});

afterEach(async () => {
  await database.close();
});

async function rowCounts(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select relname as name, (xpath('/row/count/text()', query_to_xml(
      format('select count(*) from %I', relname), false, true, '')))[1]::text::int as count
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%'
  `.execute(db);
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

type Wallet = { readonly email: string; readonly balance: string; readonly held: string };

async function wallets(db: Db): Promise<Wallet[]> {
  const { rows } = await sql<Wallet>`
    select u.email, a.balance_cents::text as balance, a.held_cents::text as held
    from users u join ledger_accounts a on a.user_id = u.id order by u.email
  `.execute(db);
  return rows;
}

/** Where packages or profiles are not as many as their counts say. */
async function miscounts(db: Db): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    select format('%s packages of %s more than counted on %s', sum(change), status, day) as fault from (
      select status, (created_at at time zone 'UTC')::date as day, 1 as change from packages
      union all select status, day, -change from package_count_changes
      union all select status, day, -count from package_counts
    ) counted group by status, day having sum(change) <> 0
    union all
    select format('%s profiles more than counted', sum(change)) from (
      select is_admin, subscription is not null as is_subscribed, suspended_at is not null as is_suspended,
        closed_at is not null as is_closed, 1 as change from profiles
      union all select is_admin, is_subscribed, is_suspended, is_closed, -change from profile_count_changes
      union all select is_admin, is_subscribed, is_suspended, is_closed, -count from profile_counts
    ) counted group by is_admin, is_subscribed, is_suspended, is_closed having sum(change) <> 0
  `.execute(db);
  return rows.map(({ fault }) => fault);
}

/** Data that `upgrade` lost or changed. */
async function faultsAfter(upgrade: () => Promise<unknown>): Promise<string[]> {
  const db = database.kysely;
  const before = { counts: await rowCounts(db), wallets: await wallets(db) };
  await upgrade();
  const after = { counts: await rowCounts(db), wallets: await wallets(db) };
  const miscounted = Object.entries(before.counts)
    .filter(([name, count]) => after.counts[name] !== count && !changedOnPurpose.includes(name))
    .map(([name, count]) => `${name} had ${count} rows and has ${after.counts[name] ?? "gone"}`);
  return [
    ...(await ledgerFaults(db)),
    ...miscounted,
    ...before.wallets
      .filter((wallet, index) => JSON.stringify(wallet) !== JSON.stringify(after.wallets[index]))
      .map(({ email }) => `the wallet of ${email} is another`),
    ...(await miscounts(db)),
  ];
}

describe("a database in use since the baseline", () => {
  test("has rows in every table", async () => {
    database = await original.copy();
    const counts = await rowCounts(database.kysely);
    expect(Object.keys(counts).filter((name) => counts[name] === 0)).toEqual([]);
  });

  test("keeps all its data through all later migrations of the product", async () => {
    database = await original.copy();
    const later = (await migrationNames()).filter((name) => name !== baseline);
    const upgrade = async () => expect(await migrate(database)).toEqual({ applied: later });
    expect(await faultsAfter(upgrade)).toEqual([]);
  });

  test("keeps the password of every user and each link that was not used", async () => {
    database = await original.copy();
    const db = database.kysely;
    const { rows: accounts } = await sql<{ email: string; passwordHash: string }>`
      select email, password as password_hash from users join accounts on accounts.user_id = users.id
      order by email
    `.execute(db);
    const { rows: people } = await sql<{ id: string; email: string }>`
      select id, email from users where not email_verified
    `.execute(db);
    await migrate(database);
    const users = await db
      .selectFrom("users")
      .select(["email", "passwordHash"])
      .orderBy("email")
      .execute();
    expect(users).toEqual(accounts);
    expect(new Set(users.map(({ passwordHash }) => passwordHash)).size).toBe(41);
    const now = new Date("2026-06-30T00:00:00Z");
    for (const purpose of ["verify-email", "reset-password"] as const) {
      const owners = people.map(({ email }) =>
        useToken(db, purpose, `${purpose} of ${email}`, now),
      );
      expect(await Promise.all(owners)).toEqual(people.map(({ id }) => id));
    }
    expect(await rowCounts(db)).toMatchObject({ one_time_tokens: 0 });
  });

  test("has English users, sign-ups and emails after the migration of languages", async () => {
    database = await upgraded.copy();
    for (const table of ["profiles", "pendingRegistrations", "emails"] as const) {
      const rows = await database.kysely.selectFrom(table).select("language").distinct().execute();
      expect(rows).toEqual([{ language: "en" }]);
    }
  });

  test("has the carriers that its suspended lanes name after the migration of carriers", async () => {
    database = await upgraded.copy();
    const lanes = await database.kysely
      .selectFrom("suspendedLanes")
      .innerJoin("carriers", "carriers.code", "suspendedLanes.carrierId")
      .select(["suspendedLanes.service", "carriers.name"])
      .orderBy("suspendedLanes.service")
      .execute();
    // The other one, which nobody has changed, is a suggestion since.
    expect(lanes).toEqual([{ service: "surface", name: "Hong Kong Post" }]);
    const unknown = sql`update suspended_lanes set carrier_id = 'unknown'`.execute(database.kysely);
    await expect(unknown).rejects.toThrow(/foreign key/);
  });

  test("is changed by a later migration, which runs after all others", async () => {
    database = await original.copy();
    const later = await laterMigration(`
      alter table users add column nickname text;
      update users set nickname = split_part(name, ' ', 1);
      alter table users alter column nickname set not null;
    `);
    try {
      const upgrade = async () => {
        const { applied } = await migrate(database, { folder: later.folder });
        expect(applied.at(-1)).toBe(later.name);
      };
      expect(await faultsAfter(upgrade)).toEqual([]);
    } finally {
      await later.remove();
    }
    const { rows } = await sql`select distinct nickname from users order by 1`.execute(
      database.kysely,
    );
    expect(rows).toEqual([{ nickname: "Ada" }, { nickname: "Customer" }]);
  });

  test.each([
    [
      "takes money from a wallet",
      "alter table ledger_accounts disable trigger user; update ledger_accounts set balance_cents = balance_cents - 1 where user_id = '10000000-0000-4000-8000-000000000001'",
      /^L3: wallet .*\n.*the wallet of customer1@example.com is another$/s,
    ],
    ["loses rows", "delete from attempts where id = 1", /^attempts had 30 rows and has 29$/],
    [
      "ends a hold without its wallet",
      "alter table holds disable trigger user; update holds set state = 'released', ended_at = now() where amount_cents = 509",
      /^wallet .* holds 509, its holds 0\nhold .* and its transaction differ$/,
    ],
    [
      "miscounts packages",
      "delete from package_count_changes where status = 'pending'",
      /packages of pending more than counted on/,
    ],
  ])("shows a later migration that %s", async (_what, statements, faults) => {
    database = await upgraded.copy();
    const later = await laterMigration(statements);
    try {
      const upgrade = () => migrate(database, { folder: later.folder });
      expect((await faultsAfter(upgrade)).join("\n")).toMatch(faults);
    } finally {
      await later.remove();
    }
  });
});
