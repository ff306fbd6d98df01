import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { inject } from "vitest";
import type { DatabaseLog } from "#platform/server/log.ts";
import { openDatabase, type Database, type Db } from "#platform/server/db/open.ts";

/** The server that the global setup started. */
export type PostgresForTests = {
  /** With a role that may create databases and owns those of tests. */
  readonly url: string;
  /** The template, with the application's role. */
  readonly applicationUrl: string;
  /** Prefix of the names of this run's databases. */
  readonly prefix: string;
  /** The name of the migrated database to copy. */
  readonly template: string;
};

declare module "vitest" {
  // Vitest merges provided values into this interface.
  interface ProvidedContext {
    postgresForTests: PostgresForTests;
  }
}

/** A busy machine may stop for longer than the product allows a statement, whose own limit `open.test.ts` checks. */
const statementTimeoutMilliseconds = 50_000;

export const silentLog: DatabaseLog = {
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
};

function ignore(): void {
  // Log lines are not checked.
}

/**
 * A copy of the migrated template under the application's role, made in tens of milliseconds. `close()`, to be called
 * when the file's tests are done, drops it; one that was forgotten goes at the end of the run.
 *
 *     let database: Database;
 *     beforeAll(async () => {
 *       database = await testDatabase();
 *       return () => database.close();
 *     });
 */
export async function testDatabase(
  options: { readonly poolSize?: number } = {},
): Promise<Database> {
  const { template, applicationUrl } = inject("postgresForTests");
  return await copyOf(template, applicationUrl, options.poolSize);
}

/** A database without any tables, under the role that owns it: for tests of migrating itself. */
export async function emptyTestDatabase(): Promise<Database> {
  return await copyOf("template0", inject("postgresForTests").url);
}

async function createCopy(template: string): Promise<string> {
  const name = `${inject("postgresForTests").prefix}${randomBytes(6).toString("hex")}`;
  // Copying files takes half of the CPU time of the default, which writes every page to the log.
  await sql`
    create database ${sql.id(name)} template ${sql.id(template)} encoding 'UTF8' strategy file_copy
  `.execute(serverDatabase());
  // Unlike rights in tables, this one is not copied.
  await sql`revoke temporary on database ${sql.id(name)} from public`.execute(serverDatabase());
  return name;
}

async function copyOf(template: string, under: string, poolSize = 10): Promise<Database> {
  const name = await createCopy(template);
  const database = openDatabase({
    url: addressOfDatabase(under, name),
    log: silentLog,
    statementTimeoutMilliseconds,
    poolSize,
  });
  return {
    ...database,
    close: async () => {
      await database.close();
      await sql`drop database if exists ${sql.id(name)} with (force)`.execute(serverDatabase());
    },
  };
}

/** The address of a test's database under the role that owns its tables, which may do what the application may not. */
export function ownersAddress({ url }: Pick<Database, "url">): string {
  return addressOfDatabase(inject("postgresForTests").url, new URL(url).pathname.slice(1));
}

/** Does `work` as the owner of a test's database: for what no server does, such as breaking a table. */
export async function asOwner<T>(
  database: Pick<Database, "url">,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const owner = openDatabase({ url: ownersAddress(database), log: silentLog, poolSize: 1 });
  try {
    return await work(owner.kysely);
  } finally {
    await owner.close();
  }
}

let server: Database | undefined;

/** The server's own database, whose connections the files of a worker share: each takes as long as a copy. */
function serverDatabase(): Db {
  server ??= openDatabase({
    url: inject("postgresForTests").url,
    log: silentLog,
    poolSize: 4,
    statementTimeoutMilliseconds,
  });
  return server.kysely;
}

/** The address of another database on the same server. */
export function addressOfDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}
