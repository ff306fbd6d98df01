import { sql } from "kysely";
import { beforeAll, expect, test, vi } from "vitest";
import { openDatabase, type Database } from "#platform/server/db/open.ts";
import { silentLog, testDatabase } from "#test/database.ts";
import { follow } from "#test/follow.ts";
import { aPackage } from "#test/packages.ts";
import { aCustomer, type TestPerson } from "#test/users.ts";
import { testApp, type TestApp } from "#test/test-app.ts";

let database: Database;
let here: TestApp;
let there: TestApp;
beforeAll(async () => {
  // A copy of its own, since no owner is connected to it, whose connection the application may not cut.
  database = await testDatabase({ poolSize: 10 });
  // Each server has its own pool; the database is closed after both.
  const openPool = () => openDatabase({ url: database.url, log: silentLog });
  here = await testApp({ database: openPool() });
  there = await testApp({ database: openPool() });
  return async () => {
    await here.close();
    await there.close();
    await database.close();
  };
});

/** The stream of `person` on the other server, in the same browser. */
function followThere(person: TestPerson, lastEventId?: string) {
  const client = there.client();
  for (const [name, value] of person.client.cookies) client.cookies.set(name, value);
  return follow(
    client.api.changeStream.subscribeToChanges(
      {},
      lastEventId === undefined ? {} : { lastEventId },
    ),
  );
}

test("a page that loses one server resumes with the other one", async () => {
  const owner = await aCustomer(here, { plan: "Super" });
  const first = await follow(owner.api.changeStream.subscribeToChanges({}));
  await first.close();
  const missed = await aPackage(owner);
  const stream = await followThere(owner, first.lastEventId());
  expect(await stream.receives("package", missed.id)).toBe(true);
  await stream.close();
});

test("no change is missed while the database cuts every connection", async () => {
  const owner = await aCustomer(here, { plan: "Premium" });
  const stream = await followThere(owner);
  const made: string[] = [];
  for (let round = 0; round < 5; round += 1) {
    // The server's other connections were cut too, so a request may fail and is retried.
    const { id } = await vi.waitFor(() => aPackage(owner), { timeout: 40_000 });
    made.push(id);
    // Immediately, so that the change falls into the gap before the next poll.
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend'
        and pid <> pg_backend_pid() and application_name <> 'jobs'
    `.execute(database.kysely);
  }
  for (const id of made) expect(await stream.receives("package", id)).toBe(true);
  expect(stream.changes.filter(({ topic }) => topic === "everything")).toEqual([]);
  await stream.close();
});
