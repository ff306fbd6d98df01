import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { inject } from "vitest";
import type { DatabaseLog } from "#platform/server/log.ts";
import { openDatabase, type Database, type Db } from "#platform/server/db/open.ts";
import {
  restoreContents,
  schemaVersion,
  type Contents,
  type RestoredVersions,
} from "./spare-databases.ts";

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
  /** What the template holds, for a copy to hold it again; null where the role may not ignore triggers. */
  readonly contents: Contents | null;
};

declare module "vitest" {
  // Vitest merges provided values into this interface.
  interface ProvidedContext {
    postgresForTests: PostgresForTests;
  }
}

/** A busy machine may stop for longer than the product allows a statement or a connection, whose limits `open.test.ts` checks. */
export const patience = {
  statementTimeoutMilliseconds: 50_000,
  connectTimeoutMilliseconds: 30_000,
} as const;

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
 * A copy of the migrated template under the application's role: one that an earlier file of this worker has left, with its
 * connections, where there is one, or with a `poolSize` always a copy. `close()`, to be called when the file's tests are done,
 * empties it; one that was forgotten goes at the end of the run.
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
  const { template, applicationUrl, contents } = inject("postgresForTests");
  if (options.poolSize !== undefined || contents === null) {
    return await copyOf(template, applicationUrl, options.poolSize);
  }
  const used = spares.pop() ?? (await openUsed(template, applicationUrl));
  let closing: Promise<void> | undefined;
  return {
    ...used.database,
    // Another object, since the server keeps what it read by it.
    kysely: used.database.kysely.$extendTables<Record<never, never>>(),
    close: () => (closing ??= leave(used, contents)),
  };
}

/** A database for one file after another, and its owner's connection. */
type UsedDatabase = {
  readonly database: Database;
  readonly owner: Database;
  readonly restored: RestoredVersions;
};

/** Those that no file uses now. */
const spares: UsedDatabase[] = [];
/** Names of those whose owner's address was given away. */
const givenAway = new Set<string>();
/** What the schemas were of those that their owner has opened since. */
const schemasBefore = new Map<string, string>();

async function openUsed(template: string, applicationUrl: string): Promise<UsedDatabase> {
  const database = await copyOf(template, applicationUrl);
  return { database, owner: openAsOwner(database), restored: new Map() };
}

async function leave(used: UsedDatabase, contents: Contents): Promise<void> {
  const { database, owner, restored } = used;
  const isSpare =
    !givenAway.has(nameOf(database)) &&
    (await hasItsSchema(used)) &&
    (await restoreContents(database, owner.pool, contents, restored));
  if (isSpare) {
    spares.push(used);
    return;
  }
  await owner.close();
  await database.close();
}

/** Whether what its owner has done, if anything, changed nothing but rows. */
async function hasItsSchema({ database, owner }: UsedDatabase): Promise<boolean> {
  const before = schemasBefore.get(nameOf(database));
  return before === undefined || before === (await schemaVersion(owner));
}

/** A copy of the migrated template under the role that owns it: for what a later migration changes. */
export async function ownedTestDatabase(): Promise<Database> {
  const { template, url } = inject("postgresForTests");
  return await copyOf(template, url);
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
    poolSize,
    ...patience,
  });
  return {
    ...database,
    close: async () => {
      await database.close();
      await sql`drop database if exists ${sql.id(name)} with (force)`.execute(serverDatabase());
    },
  };
}

function nameOf({ url }: Pick<Database, "url">): string {
  return new URL(url).pathname.slice(1);
}

/** The address of a test's database under the role that owns its tables, which may do what the application may not. */
export function ownersAddress(database: Pick<Database, "url">): string {
  givenAway.add(nameOf(database));
  return addressOfDatabase(inject("postgresForTests").url, nameOf(database));
}

function openAsOwner(database: Pick<Database, "url">): Database {
  const url = addressOfDatabase(inject("postgresForTests").url, nameOf(database));
  return openDatabase({ url, log: silentLog, poolSize: 1, ...patience });
}

/** Does `work` as the owner of a test's database: for what no server does, such as breaking a table. */
export async function asOwner<T>(
  database: Pick<Database, "url">,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const name = nameOf(database);
  const owner = openAsOwner(database);
  try {
    if (!schemasBefore.has(name)) schemasBefore.set(name, await schemaVersion(owner));
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
    ...patience,
  });
  return server.kysely;
}

/** The address of another database on the same server. */
export function addressOfDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}
