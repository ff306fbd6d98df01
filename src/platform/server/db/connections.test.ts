import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { jobList } from "#app/server/jobs.ts";
import { openChangeStream } from "#platform/server/change-stream/change-stream.ts";
import { openJobs } from "#platform/server/jobs/jobs.ts";
import { asOwner, silentLog, testDatabase } from "#test/database.ts";
import { isLongRun } from "#test/long-run.ts";
import { connectionLimits, otherConnections, requestConnections } from "./connections.ts";
import { openDatabase } from "./open.ts";

test("the connections of a process add up to its bound", () => {
  const others = Object.values(otherConnections).reduce((sum, count) => sum + count, 0);
  for (const bound of Object.values(connectionLimits)) {
    expect(requestConnections(bound) + others).toBe(bound);
    expect(requestConnections(bound)).toBeGreaterThan(0);
  }
  // Of the 100 connections of PostgreSQL, three are kept for its administrators.
  expect(5 * connectionLimits.usual).toBeLessThanOrEqual(97);
});

const session = {
  sessionId: randomUUID(),
  userId: randomUUID(),
  isAdmin: true,
  roles: [],
  hasTwoFactor: true,
};

test.runIf(isLongRun)("a process under load has no more connections than its bound", async () => {
  const real = await testDatabase();
  const { usual } = connectionLimits;
  const options = { url: real.url, log: silentLog, poolSize: requestConnections(usual) };
  const database = openDatabase(options);
  const jobs = await openJobs({ databaseUrl: real.url, log: silentLog, jobList });
  const idle = Object.keys(jobList).map((name) => [name, async () => undefined]);
  await jobs.start(Object.fromEntries(idle) as never);
  const changeStream = openChangeStream({
    listeners: { membersOfSessions: async () => new Map() },
    databaseUrl: real.url,
    log: silentLog,
    now: () => new Date(),
  });
  await changeStream.subscribe(session, undefined);
  const busy = Array.from({ length: 60 }, () => sql`select pg_sleep(0.3)`.execute(database.kysely));
  let most = 0;
  for (let look = 0; look < 10; look += 1) {
    const { rows } = await asOwner(real, (db) =>
      sql<{ count: number }>`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()
      `.execute(db),
    );
    most = Math.max(most, rows[0]?.count ?? 0);
  }
  await Promise.all(busy);
  expect(most).toBeGreaterThan(requestConnections(usual));
  expect(most).toBeLessThanOrEqual(usual);
  await changeStream.close();
  await jobs.stop();
  await database.close();
  await real.close();
});
