import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "#platform/server/db/embedded/supervisor.ts";
import { openDatabase } from "#platform/server/db/open.ts";
import { addressForApplication } from "#platform/server/db/role/open-for-application.ts";
import { roleNameFor } from "#platform/server/db/role/make-role.ts";
import { openJobs } from "#platform/server/jobs/jobs.ts";
import { jobList } from "#app/server/jobs.ts";
import { migrateDatabase } from "#app/server/serve.ts";
import { addressOfDatabase, silentLog, type PostgresForTests } from "./database.ts";
import { describeContents } from "./spare-databases.ts";

let cleanUp: () => Promise<void> = async () => {};

/** Starts the server, or uses the external one, and migrates the template. */
export async function setup(project: TestProject): Promise<void> {
  const server = isExternalRequested() ? externalServer() : await embeddedServer();
  // Several runs may use one server; each removes only its own databases.
  const prefix = `test_${randomBytes(4).toString("hex")}_`;
  const testServer = { url: server.url, prefix, template: `${prefix}template` };
  cleanUp = async () => {
    await dropDatabases(testServer);
    await server.close();
  };
  project.provide("postgresForTests", { ...testServer, ...(await createTemplate(testServer)) });
}

export async function teardown(): Promise<void> {
  await cleanUp();
}

function isExternalRequested(): boolean {
  return process.env["SAMPAN_TEST_POSTGRES"] === "external";
}

type TestServer = Pick<PostgresForTests, "url" | "prefix" | "template">;

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
    // Durability is not needed; many files have their own pool.
    settings: {
      fsync: "off",
      full_page_writes: "off",
      synchronous_commit: "off",
      max_connections: "300",
      // Dropping a database looks through all of it; the databases of tests are small.
      shared_buffers: "64MB",
      // Nothing lasts long enough to be worth tidying up.
      autovacuum: "off",
      max_wal_size: "4GB",
      checkpoint_timeout: "1h",
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

/** Creates the migrated template and the application's role; returns the template's address for that role, and what it holds. */
async function createTemplate(
  postgres: TestServer,
): Promise<Pick<PostgresForTests, "applicationUrl" | "contents">> {
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
    await migrateDatabase(template, silentLog);
    // Otherwise each server of a test would create all queues.
    await (await openJobs({ databaseUrl: url, log: silentLog, jobList, isManual: true })).stop();
    const applicationUrl = await addressForApplication(template, "a secret of tests alone");
    const { rows } = await sql<{ isAll: boolean }>`
      select rolsuper as is_all from pg_roles where rolname = current_user
    `.execute(template.kysely);
    return { applicationUrl, contents: rows[0]?.isAll ? await describeContents(template) : null };
  } finally {
    await template.close();
  }
}

async function dropDatabases(postgres: TestServer): Promise<void> {
  const server = openDatabase({ url: postgres.url, log: silentLog, poolSize: 1 });
  try {
    const { rows } = await sql<{ name: string }>`
      select datname as name from pg_database where starts_with(datname, ${postgres.prefix})
    `.execute(server.kysely);
    for (const { name } of rows) {
      await sql`drop database if exists ${sql.id(name)} with (force)`.execute(server.kysely);
    }
    // Roles belong to the whole server and are not dropped with their database.
    const { rows: roles } = await sql<{ name: string }>`
      select rolname as name from pg_roles where starts_with(rolname, ${roleNameFor(postgres.prefix)})
    `.execute(server.kysely);
    for (const { name } of roles) await sql`drop role ${sql.id(name)}`.execute(server.kysely);
  } finally {
    await server.close();
  }
}
