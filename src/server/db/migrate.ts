// Brings the database's tables up to what this version of the code expects.
import { readdir } from "node:fs/promises";
import { sql } from "kysely";
import { Migrator, type Migration } from "kysely/migration";
import { openDatabase, type Database, type Db } from "./open.ts";

type Options = {
  /** Where the migrations lie; the product's own unless told. */
  readonly folder?: URL;
};

const ownFolder = new URL("./migrations/", import.meta.url);
const OLDEST_VERSION = 15;
const FILE_NAME = /^\d{4}-[a-z0-9-]+\.ts$/;

/**
 * Runs the migrations that have not run yet, each a file `NNNN-name.ts` that exports `up`, in the
 * order of their names, all in one database transaction. Returns the names of those that it ran.
 *
 * Any number of servers may call it at the same moment: one works, the others wait for it. When
 * nothing is to be done it costs three short queries.
 *
 * Throws when the server is older than PostgreSQL 15 or does not store text as UTF-8, when the
 * database knows migrations that this code does not (it was used by another version), and when a
 * migration fails; then none of them remains.
 */
export async function migrate(
  database: Database,
  options: Options = {},
): Promise<{ applied: string[] }> {
  const folder = options.folder ?? ownFolder;
  const expected = await migrationNames(folder);
  await rejectUnsuitableServer(database.kysely);

  const executed = await executedNames(database.kysely);
  if (executed.length === expected.length && executed.every((name) => expected.includes(name))) {
    return { applied: [] };
  }
  if (areOlderThanBaseline(executed, expected)) {
    throw new Error(
      `The database was made by an earlier development version of this program (its first migration is ${executed[0]}, ` +
        `not ${expected[0]}) and cannot be upgraded. Start with an empty database (another DATA_DIR, or another ` +
        "database in DATABASE_URL), or continue with the version that made it.",
    );
  }
  const unknown = executed.filter((name) => !expected.includes(name));
  if (unknown.length > 0) {
    throw new Error(
      `The database was migrated by a newer version of this program (it has ${unknown.join(", ")}). ` +
        "Start that version, or restore a backup from before it.",
    );
  }
  return { applied: await runMissing(database.url, folder, expected) };
}

/**
 * Makes the tables as they were after the migrations `names`, the first ones that this code knows, inside the
 * database transaction of `db`: for a restore, which brings the rows itself, those of the migrator's own tables
 * included. Throws when the server is unsuitable, or `names` are not the first ones.
 */
export async function makeTables(
  db: Db,
  names: readonly string[],
  options: Options = {},
): Promise<void> {
  const folder = options.folder ?? ownFolder;
  const known = await migrationNames(folder);
  if (names.some((name, index) => known[index] !== name)) {
    throw new Error("The migrations to make tables by are not the first ones of this program.");
  }
  await rejectUnsuitableServer(db);
  const migrations = await loadMigrations(folder, known.slice(0, names.length));
  for (const name of names) await migrations[name]?.up(db);
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
}

/**
 * Whether migrations with these `names`, the oldest first, began at another baseline than the `known` ones: those of
 * development versions were replaced when nothing was deployed, and nothing leads from them to here.
 */
export function areOlderThanBaseline(names: readonly string[], known: readonly string[]): boolean {
  return names[0] !== undefined && names[0] !== known[0];
}

/** The names of all migrations that this code knows, the oldest first. */
export async function migrationNames(folder: URL = ownFolder): Promise<string[]> {
  const fileNames = (await readdir(folder)).filter((name) => name.endsWith(".ts")).toSorted();
  const misnamed = fileNames.filter((name) => !FILE_NAME.test(name));
  if (misnamed.length > 0) {
    throw new Error(
      `Migration files are named like 0001-baseline.ts, which ${misnamed.join(", ")} is not.`,
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
  if (!server) throw new Error("The database did not say which version it is.");

  const version = Math.floor(server.version / 10_000);
  if (version < OLDEST_VERSION) {
    throw new Error(
      `The database is PostgreSQL ${version}; this program needs ${OLDEST_VERSION} or newer.`,
    );
  }
  if (server.encoding !== "UTF8") {
    throw new Error(
      `The database stores text as ${server.encoding}; this program needs one created with encoding UTF8.`,
    );
  }
}

async function executedNames(db: Db): Promise<string[]> {
  const { rows: tables } = await sql<{ isThere: boolean }>`
    select to_regclass('kysely_migration') is not null as "isThere"
  `.execute(db);
  if (!tables[0]?.isThere) return [];

  const { rows } = await sql<{
    name: string;
  }>`select name from kysely_migration order by name`.execute(db);
  return rows.map((row) => row.name);
}

async function runMissing(url: string, folder: URL, names: string[]): Promise<string[]> {
  // Connections of its own, because waiting for another starter and rebuilding a large table may
  // both take longer than any statement of the running product is allowed.
  const patient = openDatabase({
    url,
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    poolSize: 1,
    statementTimeoutMilliseconds: 0,
  });
  try {
    const migrator = new Migrator({
      db: patient.kysely,
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
    await patient.close();
  }
}

function ignore(): void {
  // A connection lost here makes the migration fail, and that is reported in full.
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
  return Object.fromEntries(loaded);
}

function isMigration(module: unknown): module is Migration {
  return (
    typeof module === "object" &&
    module !== null &&
    "up" in module &&
    typeof module.up === "function"
  );
}
