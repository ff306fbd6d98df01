// Places for a shop that are made for one run: a database, a file store and a data folder, embedded or outside.
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { openDatabase } from "#server/db/open.ts";
import { openBucket } from "#testing/bucket.ts";
import { silentLog } from "#testing/database.ts";
import { serverProcess, type ServerProcess } from "#testing/crashes/server-process.ts";

/** Embedded: rows and files below the data folder. Outside: a database of a PostgreSQL that runs, and a bucket. */
export type PlaceKind = "embedded" | "outside";

export type Place = {
  readonly kind: PlaceKind;
  /** What a server or a command is told of it. */
  readonly settings: Readonly<Record<string, string>>;
  /** A server there, which is not started yet. */
  readonly server: ServerProcess;
  /** Ends what runs there and removes everything. */
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

/** Makes an empty place. `adminUrl` leads to a PostgreSQL in which databases may be made. */
export async function makePlace(
  kind: PlaceKind,
  options: { readonly adminUrl: string | null; readonly settings: Record<string, string> },
): Promise<Place> {
  if (kind === "outside" && options.adminUrl === null) {
    throw new Error("An outside place needs DATABASE_URL.");
  }
  const outside = kind === "outside" ? await providerSettings(options.adminUrl ?? "") : null;
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
