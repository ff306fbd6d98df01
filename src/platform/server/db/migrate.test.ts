import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { emptyTestDatabase, ownedTestDatabase, silentLog, testDatabase } from "#test/database.ts";
import { laterMigration } from "#test/later-migration.ts";
import { timeLimit } from "#test/time-limit.ts";
import { migrate } from "./migrate.ts";
import { productVersion } from "#platform/server/version.ts";
import { openDatabase, type Database } from "./open.ts";

let database: Database;
let folder: string;

beforeEach(async () => {
  database = await emptyTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "migrations-"));
});

afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

const inFolder = () => ({ folder: pathToFileURL(`${folder}/`) });

// Migrations as the program's own are, but without its imports: the folder lies elsewhere.
async function writeMigration(name: string, statement: string): Promise<void> {
  const run = `db.executeQuery({ sql: ${JSON.stringify(statement)}, parameters: [], query: { kind: "RawNode" }, queryId: { queryId: "0" } })`;
  await writeFile(join(folder, name), `export const up = (db: any) => ${run};`);
}

async function tables(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1
  `.execute(database.kysely);
  return rows.map((row) => row.name).filter((name) => !name.startsWith("kysely"));
}

test("from an empty database, four servers at once run each migration once", async () => {
  const servers = [1, 2, 3, 4].map(() => openDatabase({ url: database.url, log: silentLog }));
  const results = await Promise.all(servers.map((server) => migrate(server)));
  await Promise.all(servers.map((server) => server.close()));

  const applied = results.flatMap((result) => result.applied);
  expect(applied.length).toBeGreaterThan(0);
  expect(new Set(applied).size).toBe(applied.length);
  expect(results.filter((result) => result.applied.length > 0)).toHaveLength(1);
});

test("an up-to-date database is left as it is, quickly", async () => {
  const migrated = await testDatabase();
  await migrated.pool.query("select 1");
  const startedAt = performance.now();
  expect(await migrate(migrated)).toEqual({ applied: [] });
  expect(performance.now() - startedAt).toBeLessThan(timeLimit(500));
  await migrated.close();
});

test("later migrations run after earlier ones", async () => {
  await writeMigration("0001-boxes.ts", "create table boxes (id int)");
  expect(await migrate(database, inFolder())).toEqual({ applied: ["0001-boxes"] });
  await writeMigration("0002-shelves.ts", "create table shelves (id int)");
  expect(await migrate(database, inFolder())).toEqual({ applied: ["0002-shelves"] });
  expect(await tables()).toEqual(["boxes", "shelves"]);
});

test("a later one changes the tables of the product and keeps their rows", async () => {
  const migrated = await ownedTestDatabase();
  await sql`insert into users (name, email) values ('Ada Lovelace', 'ada@example.com')`.execute(
    migrated.kysely,
  );
  const later = await laterMigration(`
    alter table users add column nickname text;
    update users set nickname = split_part(name, ' ', 1);
    alter table users alter column nickname set not null;
  `);
  try {
    expect(await migrate(migrated, { folder: later.folder })).toEqual({ applied: [later.name] });
  } finally {
    await later.remove();
  }
  const { rows } = await sql`
    select nickname, balance_cents::int as balance_cents
    from users join ledger_accounts on user_id = users.id
  `.execute(migrated.kysely);
  expect(rows).toEqual([{ nickname: "Ada", balanceCents: 0 }]);
  await migrated.close();
});

test("one that fails rolls back the whole run and is named", async () => {
  await writeMigration("0001-boxes.ts", "create table boxes (id int)");
  await writeMigration("0002-mistake.ts", "create tabel shelves (id int)");
  await expect(migrate(database, inFolder())).rejects.toThrow(
    /^Migration 0002-mistake failed, and nothing was changed: syntax error/,
  );
  expect(await tables()).toEqual([]);
});

test("a database of a newer version is rejected and left as it is", async () => {
  await writeMigration("0001-boxes.ts", "create table boxes (id int)");
  await writeMigration("0002-shelves.ts", "create table shelves (id int)");
  await migrate(database, inFolder());
  await rm(join(folder, "0002-shelves.ts"));
  await expect(migrate(database, inFolder())).rejects.toThrow(
    /migrated by a newer version of this program, \d+\.\d+\.\d+ \(it has 0002-shelves\); this is/,
  );
});

test("a database from before the baseline is rejected and left as it is, with what to do", async () => {
  await writeMigration("0001-baseline.ts", "create table users (id int)");
  await writeMigration("0002-sign-in-tables.ts", "create table one_time_tokens (id int)");
  await migrate(database, inFolder());
  await expect(migrate(database)).rejects.toThrow(
    `The database is of a development version from before the release of ${productVersion} (its first migration is ` +
      "0001-baseline, not 0001-schema), which no release upgrades. Start with an empty database (another DATA_DIR, or " +
      "another database in DATABASE_URL), or continue with the code that made it.",
  );
  expect(await tables()).toEqual(["one_time_tokens", "users"]);
});

test("a database from before the baseline changed in place is rejected", async () => {
  await writeMigration("0001-boxes.ts", "create table boxes (id int)");
  await migrate(database, inFolder());
  expect(await migrate(database, inFolder())).toEqual({ applied: [] });
  await writeMigration("0001-boxes.ts", "create table boxes (id int, weight int)");
  await expect(migrate(database, inFolder())).rejects.toThrow(
    /of a development version .* \(0001-boxes has changed since\).*empty database/,
  );
  await sql`comment on table kysely_migration is 'another'`.execute(database.kysely);
  await expect(migrate(database, inFolder())).rejects.toThrow(/of a development version/);
  await sql`comment on table kysely_migration is 'another 0.9.0'`.execute(database.kysely);
  await expect(migrate(database, inFolder())).rejects.toThrow(
    /made by version 0\.9\.0 of this program \(0001-boxes.*the version that made it\.$/,
  );
});

test("a file whose name has no number is rejected", async () => {
  await writeMigration("boxes.ts", "create table boxes (id int)");
  await expect(migrate(database, inFolder())).rejects.toThrow(
    "Migration files are named like 0001-schema.ts, which boxes.ts is not.",
  );
});
