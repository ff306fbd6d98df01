// Environments of one run: a database, a file store and a data folder, embedded or external.
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { openDatabase } from "#platform/server/db/open.ts";
import { openBucket } from "#test/bucket.ts";
import { silentLog } from "#test/database.ts";
import { serverProcess, type ServerProcess } from "#test/crashes/server-process.ts";

/** Embedded: database and files below the data folder. External: a database of a running PostgreSQL, and a bucket. */
export type EnvironmentKind = "embedded" | "external";

export type TestEnvironment = {
  readonly kind: EnvironmentKind;
  /** Environment variables for a server or a command. */
  readonly settings: Readonly<Record<string, string>>;
  /** A server that is not started yet. */
  readonly server: ServerProcess;
  /** Stops the server and removes everything. */
  remove(): Promise<void>;
};

async function onServer(adminUrl: string, statement: ReturnType<typeof sql>): Promise<void> {
  const database = openDatabase({ url: adminUrl, log: silentLog, poolSize: 1 });
  try {
    await statement.execute(database.kysely);
  } finally {
    await database.close();
  }
}

async function providerSettings(adminUrl: string) {
  const name = `sampan_place_${randomBytes(6).toString("hex")}`;
  await onServer(adminUrl, sql`create database ${sql.id(name)} encoding 'UTF8' template template0`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  await onServer(url.href, sql`create extension if not exists pg_trgm`);
  const bucket = await openBucket();
  return {
    databaseUrl: url.href,
    settings: bucket.settings,
    async remove() {
      await bucket.close();
      await onServer(adminUrl, sql`drop database ${sql.id(name)} with (force)`);
    },
  };
}

/** Creates an empty environment. `adminUrl` is a PostgreSQL in which databases may be created. */
export async function makePlace(
  kind: EnvironmentKind,
  options: { readonly adminUrl: string | null; readonly settings: Record<string, string> },
): Promise<TestEnvironment> {
  if (kind === "external" && options.adminUrl === null) {
    throw new Error("An external environment needs DATABASE_URL.");
  }
  const outside = kind === "external" ? await providerSettings(options.adminUrl ?? "") : null;
  const folder = await mkdtemp(join(tmpdir(), "sampan-place-"));
  const settings = { ...options.settings, ...outside?.settings };
  const databaseUrl = outside?.databaseUrl ?? null;
  const server = await serverProcess(databaseUrl, { folder, settings });
  return {
    kind,
    settings: {
      ...settings,
      DATA_DIR: folder,
      ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
    },
    server,
    async remove() {
      await server.remove();
      await outside?.remove();
      await rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
    },
  };
}
