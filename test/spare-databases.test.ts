import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Database } from "#platform/server/db/open.ts";
import { contentsOf } from "./database-contents.ts";
import { asOwner, testDatabase } from "./database.ts";
import { enterWarehouse } from "./enter-warehouse.ts";
import { aPackage } from "./packages.ts";
import { testApp } from "./test-app.ts";
import { aCustomer, anAdmin } from "./users.ts";

/** Everything in it, and what its counters give next. */
async function stateOf(database: Database) {
  const counters = await asOwner(database, (db) =>
    sql`select sequencename, last_value from pg_sequences order by 1`.execute(db),
  );
  return { contents: await contentsOf(database), counters: counters.rows };
}

test("a database that was left holds what a new one holds, on the same connections", async () => {
  const app = await testApp();
  const admin = await anAdmin(app);
  await enterWarehouse(app, { by: admin });
  await aPackage(await aCustomer(app, { plan: "Basic" }));
  await app.runJobs();
  const { url, pool } = app.database;
  await app.close();

  const next = await testDatabase();
  expect([next.url, next.pool]).toEqual([url, pool]);
  const fresh = await testDatabase({ poolSize: 1 });
  expect(await stateOf(next)).toEqual(await stateOf(fresh));
  await Promise.all([next.close(), fresh.close()]);
});

test("so does one whose owner has changed rows", async () => {
  const changed = await testDatabase();
  await asOwner(changed, (db) => db.deleteFrom("dutyRules").execute());
  await changed.close();
  const next = await testDatabase();
  expect(next.url).toBe(changed.url);
  const fresh = await testDatabase({ poolSize: 1 });
  expect(await stateOf(next)).toEqual(await stateOf(fresh));
  await Promise.all([next.close(), fresh.close()]);
});

test.each([
  "create table drafts (id int)",
  "do $$ begin alter table events disable trigger user; alter table events enable trigger user; end $$",
  "grant update on audit_log to public",
  "do $$ begin execute format('grant temporary on database %I to public', current_database()); end $$",
  "do $$ begin execute format('alter database %I set enable_seqscan = off', current_database()); end $$",
])("one whose owner has changed more is not used again: %s", async (statement) => {
  const changed = await testDatabase();
  await asOwner(changed, (db) => sql.raw(statement).execute(db));
  await changed.close();
  const next = await testDatabase();
  expect(next.url).not.toBe(changed.url);
  await next.close();
});

test("one whose connections were replaced, or of which a row was written in a table that is not written again, is not used again", async () => {
  const watched = await testDatabase();
  watched.pool.connect = watched.pool.connect.bind(watched.pool);
  await watched.close();
  const next = await testDatabase();
  expect(next.url).not.toBe(watched.url);
  await asOwner(next, (db) =>
    sql`update goods_words set source = source where term = 'teapot'`.execute(db),
  );
  await next.close();
  const last = await testDatabase();
  expect(last.url).not.toBe(next.url);
  await last.close();
});
