import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prepareJobs } from "#platform/server/jobs/jobs.ts";
import { emptyTestDatabase, silentLog } from "#test/database.ts";
import { createTables, migrate, migrationNames } from "./migrate.ts";
import type { Database } from "./open.ts";

let database: Database;

/** A job queue of an earlier version, whose jobs name an address. */
beforeAll(async () => {
  database = await emptyTestDatabase();
  const earlier = (await migrationNames()).filter((name) => name < "0030");
  await database.kysely.transaction().execute(async (db) => {
    await createTables(db, earlier);
    for (const name of earlier) {
      await sql`insert into kysely_migration values (${name}, '2026-11-23T00:00:00Z')`.execute(db);
    }
  });
  await prepareJobs({ databaseUrl: database.url, log: silentLog });
  await sql`
    select pgboss.create_queue(name, '{"policy": "standard"}')
    from unnest(array['send-auth-email', 'record-failed-job', 'send-email']) as name
  `.execute(database.kysely);
  await sql`
    insert into pgboss.job (name, data, state, completed_on, deletion_seconds)
    select name, '{"email": "li.na@example.com"}', state::pgboss.job_state,
      case when state in ('completed', 'failed') then now() end, 604800
    from unnest(array['send-auth-email', 'record-failed-job', 'send-email']) as name,
      unnest(array['created', 'completed', 'failed']) as state
  `.execute(database.kysely);
  await migrate(database);
});

afterAll(() => database.close());

test("finished jobs of earlier versions lose the address, and those that wait are soon deleted", async () => {
  const { rows } = await sql<{ name: string; state: string; data: object; kept: number }>`
    select name, state::text as state, data, deletion_seconds as kept from pgboss.job
  `.execute(database.kysely);
  const find = (name: string, state: string) =>
    rows.find((row) => row.name === name && row.state === state);
  const address = { email: "li.na@example.com" };
  for (const state of ["completed", "failed"]) {
    expect(find("send-auth-email", state)?.data).toEqual({});
    expect(find("record-failed-job", state)?.data).toEqual({});
    expect(find("send-email", state)?.data).toEqual(address);
  }
  expect(find("send-auth-email", "created")).toMatchObject({ data: address, kept: 3600 });
  expect(find("send-email", "created")).toMatchObject({ data: address, kept: 604_800 });
});
