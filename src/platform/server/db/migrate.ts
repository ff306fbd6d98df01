import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { sql } from "kysely";
import { Migrator, type Migration } from "kysely/migration";
import { productVersion } from "#platform/server/version.ts";
import { openDatabase, type Database, type Db } from "./open.ts";

type Options = {
  /** The folder of the migrations; the product's own by default. */
  readonly folder?: URL;
};

const ownFolder = new URL("./migrations/", import.meta.url);
const minPostgresVersion = 15;
const fileNamePattern = /^\d{4}-[a-z0-9-]+\.ts$/;

/**
 * Runs the migrations that have not run yet, each a file `NNNN-name.ts` that exports `up`, in the order of their names, all in
 * one database transaction. Returns the names of those that it ran. Several servers may call it at once.
 *
 * Throws when the server is older than PostgreSQL 15 or does not use UTF-8, when the database has migrations that this code
 * does not know (of another version), and when a migration fails; then nothing is changed.
 */
export async function migrate(
  database: Database,
  options: Options = {},
): Promise<{ applied: string[] }> {
  const folder = options.folder ?? ownFolder;
  const expected = await migrationNames(folder);
  await rejectUnsuitableServer(database.kysely);

  const executed = await executedNames(database.kysely);
  await rejectOtherBaseline(database.kysely, executed, expected, folder);
  if (executed.length === expected.length && executed.every((name) => expected.includes(name))) {
    return { applied: [] };
  }
  const unknown = executed.filter((name) => !expected.includes(name));
  if (unknown.length > 0) {
    const { version } = await readOrigin(database.kysely);
    throw new Error(
      `The database was migrated by a newer version of this program${version === undefined ? "" : `, ${version}`} ` +
        `(it has ${unknown.join(", ")}); this is ${productVersion}. Start that version, or restore a backup from before it.`,
    );
  }
  return { applied: await runMissing(database.url, folder, expected) };
}

/**
 * Creates the tables as of the migrations `names`, which must be the first ones of this code, in the database transaction of
 * `db`. For a restore, which inserts the rows, also those of the migrator's own tables. Throws when the server is unsuitable
 * or `names` are not the first migrations.
 */
export async function createTables(
  db: Db,
  names: readonly string[],
  options: Options = {},
): Promise<void> {
  const folder = options.folder ?? ownFolder;
  const known = await migrationNames(folder);
  if (names.some((name, index) => known[index] !== name)) {
    throw new Error("The migrations to create tables by are not the first ones of this program.");
  }
  await rejectUnsuitableServer(db);
  const migrations = await loadMigrations(folder, known.slice(0, names.length));
  await sql`
    create table kysely_migration (
      name varchar(255) not null primary key,
      timestamp varchar(255) not null
    );
    create table kysely_migration_lock (
      id varchar(255) not null primary key,
      is_locked integer default 0 not null
    )
  `.execute(db);
  for (const name of names) await migrations[name]?.up(db);
}

/**
 * Whether `names` (oldest first) began at another baseline than the `known` migrations. There is no upgrade from development
 * versions, whose migrations had another first one.
 */
export function areOlderThanBaseline(names: readonly string[], known: readonly string[]): boolean {
  return names[0] !== undefined && names[0] !== known[0];
}

/** The SHA-256, in hexadecimal, of a migration's file and of those in the folder of its name. */
export async function fingerprintOf(name: string, folder: URL = ownFolder): Promise<string> {
  const ownFiles = new URL(`${name}/`, folder);
  const names = existsSync(ownFiles) ? (await readdir(ownFiles)).toSorted() : [];
  const hash = createHash("sha256");
  for (const file of [`${name}.ts`, ...names.map((one) => `${name}/${one}`)]) {
    hash.update(JSON.stringify([file, await readFile(new URL(file, folder), "utf8")]));
  }
  return hash.digest("hex");
}

/** What the comment of the migrator's table says: the first migration's fingerprint and the version that migrated last. */
async function readOrigin(db: Db): Promise<{ fingerprint?: string; version?: string }> {
  const { rows } = await sql<{ origin: string | null }>`
    select obj_description('kysely_migration'::regclass, 'pg_class') as origin
  `.execute(db);
  const [fingerprint, version] = rows[0]?.origin?.split(" ") ?? [];
  return { ...(fingerprint && { fingerprint }), ...(version && { version }) };
}

/** Until 1.0.0 the first migration is changed in place, which its name does not show. */
async function rejectOtherBaseline(
  db: Db,
  executed: readonly string[],
  expected: readonly string[],
  folder: URL,
): Promise<void> {
  const [first] = expected;
  if (executed[0] === undefined || first === undefined) return;
  const { fingerprint, version } = await readOrigin(db);
  const reject = (why: string) => {
    const empty =
      "Start with an empty database (another DATA_DIR, or another database in DATABASE_URL)";
    throw new Error(
      version === undefined || version === productVersion
        ? `The database is of a development version from before the release of ${productVersion} (${why}), which no release ` +
            `upgrades. ${empty}, or continue ` +
            "with the code that made it."
        : `The database was made by version ${version} of this program (${why}), which version ${productVersion} cannot ` +
            `upgrade. ${empty}, or continue with the version that made it.`,
    );
  };
  if (areOlderThanBaseline(executed, expected)) {
    reject(`its first migration is ${executed[0]}, not ${first}`);
  }
  if (fingerprint !== (await fingerprintOf(first, folder))) {
    reject(`${first} has changed since`);
  }
}

/** The names of all migrations of this code, oldest first. */
export async function migrationNames(folder: URL = ownFolder): Promise<string[]> {
  const fileNames = (await readdir(folder)).filter((name) => name.endsWith(".ts")).toSorted();
  const invalid = fileNames.filter((name) => !fileNamePattern.test(name));
  if (invalid.length > 0) {
    throw new Error(
      `Migration files are named like 0001-schema.ts, which ${invalid.join(", ")} is not.`,
    );
  }
  return fileNames.map((name) => name.slice(0, -".ts".length));
}

async function rejectUnsuitableServer(db: Db): Promise<void> {
  const { rows } = await sql<{ version: number; encoding: string }>`
    select current_setting('server_version_num')::int as version,
           current_setting('server_encoding') as encoding
  `.execute(db);
  const [server] = rows;
  if (!server) throw new Error("The database did not report its version.");

  const version = Math.floor(server.version / 10_000);
  if (version < minPostgresVersion) {
    throw new Error(
      `The database is PostgreSQL ${version}; this program needs ${minPostgresVersion} or newer.`,
    );
  }
  if (server.encoding !== "UTF8") {
    throw new Error(
      `The database stores text as ${server.encoding}; this program needs one created with encoding UTF8.`,
    );
  }
}

async function executedNames(db: Db): Promise<string[]> {
  const { rows: tables } = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists
  `.execute(db);
  if (!tables[0]?.exists) return [];

  const { rows } = await sql<{
    name: string;
  }>`select name from kysely_migration order by name`.execute(db);
  return rows.map((row) => row.name);
}

async function runMissing(url: string, folder: URL, names: string[]): Promise<string[]> {
  // Without a statement timeout, because waiting for another server and rebuilding a large table may take long.
  const database = openDatabase({
    url,
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    poolSize: 1,
    statementTimeoutMilliseconds: 0,
  });
  try {
    const migrator = new Migrator({
      db: database.kysely,
      provider: { getMigrations: () => loadMigrations(folder, names) },
    });
    const { error, results = [] } = await migrator.migrateToLatest();
    if (error !== undefined) {
      const failed = results.find((result) => result.status === "Error");
      const what = failed ? `Migration ${failed.migrationName} failed` : "Migrating failed";
      const why = error instanceof Error ? error.message : "for an unknown reason";
      throw new Error(`${what}, and nothing was changed: ${why}`, { cause: error });
    }
    return results.map((result) => result.migrationName);
  } finally {
    await database.close();
  }
}

function ignore(): void {
  // A lost connection makes the migration fail, which is reported.
}

async function loadMigrations(folder: URL, names: string[]): Promise<Record<string, Migration>> {
  const loaded = await Promise.all(
    names.map(async (name) => {
      const module: unknown = await import(new URL(`${name}.ts`, folder).href);
      if (!isMigration(module)) {
        throw new Error(`Migration ${name} must export a function named up.`);
      }
      return [name, module] as const;
    }),
  );
  const [first] = names;
  if (first === undefined) return {};
  const origin = sql.lit(`${await fingerprintOf(first, folder)} ${productVersion}`);
  return Object.fromEntries<Migration>(
    loaded.map(([name, { up }]) => [
      name,
      {
        async up(db) {
          await up(db);
          await sql`comment on table kysely_migration is ${origin}`.execute(db);
        },
      },
    ]),
  );
}

function isMigration(module: unknown): module is Migration {
  return (
    typeof module === "object" &&
    module !== null &&
    "up" in module &&
    typeof module.up === "function"
  );
}
