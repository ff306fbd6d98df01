// Gives a test run one PostgreSQL with one migrated database, from which each test file gets a copy.
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "#server/db/embedded/supervisor.ts";
import { openDatabase } from "#server/db/open.ts";
import { addressForApplication } from "#server/db/role/open-for-application.ts";
import { roleNameFor } from "#server/db/role/make-role.ts";
import { bringUpToDate } from "#server/open-database.ts";
import { addressOfDatabase, silentLog, type PostgresForTests } from "./database.ts";

let clearUp: () => Promise<void> = async () => {};

/** Starts the server, or uses the external one that was asked for, and migrates the template. */
export async function setup(project: TestProject): Promise<void> {
  const server = isExternalRequested() ? externalServer() : await embeddedServer();
  // A server may be used by several runs at once; each clears up its own databases alone.
  const prefix = `test_${randomBytes(4).toString("hex")}_`;
  const place = { url: server.url, prefix, template: `${prefix}template` };
  clearUp = async () => {
    await dropDatabases(place);
    await server.close();
  };
  const applicationUrl = await makeTemplate(place);
  project.provide("postgresForTests", { ...place, applicationUrl });
}

/** Removes whatever the run left. */
export async function teardown(): Promise<void> {
  await clearUp();
}

function isExternalRequested(): boolean {
  return process.env["SAMPAN_TEST_POSTGRES"] === "external";
}

type Place = Omit<PostgresForTests, "applicationUrl">;

type Server = { readonly url: string; close(): Promise<void> };

function externalServer(): Server {
  const url = process.env["TEST_DATABASE_URL"];
  if (!url) {
    throw new Error(
      "SAMPAN_TEST_POSTGRES=external needs TEST_DATABASE_URL: the address of a PostgreSQL on which " +
        "databases may be created, such as postgresql://postgres:secret@127.0.0.1:5432/postgres.",
    );
  }
  return { url, close: async () => {} };
}

async function embeddedServer(): Promise<Server> {
  const dataFolder = await mkdtemp(join(tmpdir(), "postgres-for-tests-"));
  const postgres = await startEmbeddedPostgres({
    dataFolder,
    log: silentLog,
    // Nothing here has to outlive a power cut; many files have a pool each.
    settings: {
      fsync: "off",
      full_page_writes: "off",
      synchronous_commit: "off",
      max_connections: "300",
    },
  });
  return {
    url: postgres.url,
    close: async () => {
      await postgres.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** Makes the migrated database and the role that all its copies are used under; the address for that role. */
async function makeTemplate(postgres: Place): Promise<string> {
  const server = openDatabase({ url: postgres.url, log: silentLog, poolSize: 1 });
  try {
    await sql`create database ${sql.id(postgres.template)} template template0 encoding 'UTF8'`.execute(
      server.kysely,
    );
  } finally {
    await server.close();
  }
  const url = addressOfDatabase(postgres.url, postgres.template);
  const template = openDatabase({ url, log: silentLog, poolSize: 1 });
  try {
    await bringUpToDate(template, silentLog);
    return await addressForApplication(template, "a secret of tests alone");
  } finally {
    await template.close();
  }
}

async function dropDatabases(postgres: Place): Promise<void> {
  const server = openDatabase({ url: postgres.url, log: silentLog, poolSize: 1 });
  try {
    const { rows } = await sql<{ name: string }>`
      select datname as name from pg_database where starts_with(datname, ${postgres.prefix})
    `.execute(server.kysely);
    for (const { name } of rows) {
      await sql`drop database if exists ${sql.id(name)} with (force)`.execute(server.kysely);
    }
    // Roles belong to the whole server, and outlive the databases that they were made for.
    const { rows: roles } = await sql<{ name: string }>`
      select rolname as name from pg_roles where starts_with(rolname, ${roleNameFor(postgres.prefix)})
    `.execute(server.kysely);
    for (const { name } of roles) await sql`drop role ${sql.id(name)}`.execute(server.kysely);
  } finally {
    await server.close();
  }
}
