import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { atomically, openDatabase, type Database } from "#platform/server/db/open.ts";
import { emptyTestDatabase, silentLog, testDatabase } from "#test/database.ts";
import { isLongRun } from "#test/long-run.ts";
import { timeLimit } from "#test/time-limit.ts";
import { openJobs, prepareJobs, type JobHandlers, type Jobs } from "./jobs.ts";
import { jobList } from "#app/server/jobs.ts";
import { recurringJobs } from "./queues.ts";

let database: Database;
const opened: Jobs[] = [];

beforeEach(async () => {
  database = await testDatabase();
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((jobs) => jobs.stop()));
  await database.close();
});

async function open(isManual: boolean, { url } = database): Promise<Jobs> {
  const jobs = await openJobs({ databaseUrl: url, log: silentLog, jobList, isManual });
  opened.push(jobs);
  return jobs;
}

/** Handlers that record the ids of sent emails; `fail` may throw for one. */
function recordingHandlers(fail: (emailId: string) => void = () => undefined) {
  const sentIds: string[] = [];
  const handlers: JobHandlers = {
    "send-email": async ({ emailId }) => {
      fail(emailId);
      sentIds.push(emailId);
    },
    "delete-old-emails": async () => undefined,
    "send-auth-email": async () => undefined,
    "process-provider-event": async () => undefined,
    "follow-tracker": async () => undefined,
    "hand-over-packages": async () => undefined,
    "process-carrier-messages": async () => undefined,
    "poll-silent-trackers": async () => undefined,
    "check-tracking-provider": async () => undefined,
    "stop-trackers": async () => undefined,
    "read-tracker": async () => undefined,
    reconcile: async () => undefined,
    "refill-complimentary-plans": async () => undefined,
    "delete-expired-registrations": async () => undefined,
    "delete-old-attempts": async () => undefined,
    "delete-old-changes": async () => undefined,
    "send-admin-digest": async () => undefined,
    "send-notifications": async () => undefined,
    "send-push": async () => undefined,
    "continue-ship-requests": async () => undefined,
    "recheck-goods": async () => undefined,
    "watch-ship-requests": async () => undefined,
    "remind-of-storage": async () => undefined,
    "follow-cases": async () => undefined,
    "remind-customers-of-cases": async () => undefined,
    "notify-late-packages": async () => undefined,
    "delete-old-notifications": async () => undefined,
    "update-customer": async () => undefined,
    "fetch-exchange-rates": async () => undefined,
    "delete-old-errors": async () => undefined,
    "remove-orphan-images": async () => undefined,
    "aggregate-lane-times": async () => undefined,
    "aggregate-package-counts": async () => undefined,
    "record-failed-job": async () => undefined,
    "aggregate-profile-counts": async () => undefined,
  };
  return { sentIds, handlers };
}

const emailId = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

async function until(isSo: () => boolean | Promise<boolean>, withinMilliseconds: number) {
  const end = performance.now() + withinMilliseconds;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`not so after ${withinMilliseconds} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test("a job runs if the database transaction that added it commits, and never otherwise", async () => {
  const jobs = await open(true);
  const { sentIds, handlers } = recordingHandlers();
  await atomically(database.kysely, async (db) => {
    await jobs.enqueue(db, "send-email", { emailId: emailId(1) });
    expect(await jobs.runDueJobs(handlers)).toEqual({ done: 0, errors: [] });
  });
  const failed = atomically(database.kysely, async (db) => {
    await jobs.enqueue(db, "send-email", { emailId: emailId(2) });
    throw new Error("no");
  });
  await expect(failed).rejects.toThrow("no");
  expect(await jobs.runDueJobs(handlers)).toEqual({ done: 1, errors: [] });
  expect(await jobs.runDueJobs(handlers, { withDelayed: true })).toEqual({ done: 0, errors: [] });
  expect(sentIds).toEqual([emailId(1)]);
});

test("a job with data of the wrong shape is rejected when it is added", async () => {
  const jobs = await open(true);
  const adding = jobs.enqueue(database.kysely, "send-email", { emailId: "not an id" });
  await expect(adding).rejects.toThrow(/emailId/);
});

test("a delayed job runs at its time", async () => {
  const jobs = await open(true);
  const { sentIds, handlers } = recordingHandlers();
  const startsAt = new Date(Date.now() + 3_600_000);
  await jobs.enqueue(database.kysely, "send-email", { emailId: emailId(1) }, { startsAt });
  expect(await jobs.runDueJobs(handlers)).toMatchObject({ done: 0 });
  expect(await jobs.runDueJobs(handlers, { withDelayed: true })).toMatchObject({ done: 1 });
  expect(sentIds).toHaveLength(1);
});

test("a job that fails delays no other and is retried until it succeeds", async () => {
  const jobs = await open(true);
  let isDown = true;
  const { sentIds, handlers } = recordingHandlers((id) => {
    if (isDown && id === emailId(1)) throw new Error("down");
  });
  for (const number of [1, 2]) {
    await jobs.enqueue(database.kysely, "send-email", { emailId: emailId(number) });
  }
  const first = await jobs.runDueJobs(handlers);
  expect(first).toMatchObject({ done: 1, errors: [{ message: "down" }] });
  expect(await jobs.runDueJobs(handlers)).toEqual({ done: 0, errors: [] });
  isDown = false;
  expect(await jobs.runDueJobs(handlers, { withDelayed: true })).toEqual({ done: 1, errors: [] });
  expect(sentIds).toEqual([emailId(2), emailId(1)]);
});

test("jobs that a job adds run in the same call", async () => {
  const jobs = await open(true);
  const { sentIds, handlers } = recordingHandlers();
  const adding: JobHandlers = {
    ...handlers,
    "delete-old-emails": () => jobs.enqueue(database.kysely, "send-email", { emailId: emailId(7) }),
  };
  await jobs.enqueue(database.kysely, "delete-old-emails", {});
  expect(await jobs.runDueJobs(adding)).toEqual({ done: 2, errors: [] });
  expect(sentIds).toEqual([emailId(7)]);
});

test("four servers may start at once on an empty database", async () => {
  const empty = await emptyTestDatabase();
  const several = await Promise.all(
    [1, 2, 3, 4].map(async () => {
      await prepareJobs({ databaseUrl: empty.url, log: silentLog });
      return await open(true, empty);
    }),
  );
  const { handlers } = recordingHandlers();
  for (const [index, jobs] of several.entries()) {
    await jobs.enqueue(empty.kysely, "send-email", { emailId: emailId(index) });
  }
  expect(await several[0]?.runDueJobs(handlers)).toEqual({ done: 4, errors: [] });
  await Promise.all(opened.splice(0).map((jobs) => jobs.stop()));
  await empty.close();
});

test("two servers share fifty jobs; each runs once, soon after it is added", async () => {
  const { sentIds, handlers } = recordingHandlers();
  const [one, two] = await Promise.all([open(false), open(false)]);
  await Promise.all([one.start(handlers), two.start(handlers)]);
  await one.enqueue(database.kysely, "send-email", { emailId: emailId(0) });
  await until(() => sentIds.length === 1, timeLimit(1_500));
  await atomically(database.kysely, async (db) => {
    for (let number = 1; number <= 50; number += 1) {
      await one.enqueue(db, "send-email", { emailId: emailId(number) });
    }
  });
  await until(() => sentIds.length >= 51, timeLimit(10_000));
  expect(new Set(sentIds).size).toBe(51);
  expect(sentIds).toHaveLength(51);
});

test.runIf(isLongRun)("a server goes on after the database has cut its connections", async () => {
  const { sentIds, handlers } = recordingHandlers();
  const jobs = await open(false);
  await jobs.start(handlers);
  const admin = openDatabase({ url: database.url, log: silentLog, poolSize: 1 });
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'jobs'
  `.execute(admin.kysely);
  await admin.close();
  await jobs.enqueue(database.kysely, "send-email", { emailId: emailId(1) });
  await until(() => sentIds.length > 0, 8_000);
  expect(sentIds).toEqual([emailId(1)]);
});

test("a job whose server died is run by another", async () => {
  const jobs = await open(true);
  const { sentIds, handlers } = recordingHandlers();
  await jobs.enqueue(database.kysely, "send-email", { emailId: emailId(1) });
  // As a killed process leaves it: an active job without a heartbeat.
  await sql`
    update pgboss.job set state = 'active', started_on = now() - interval '1 minute',
      heartbeat_on = now() - interval '1 minute'
    where name = 'send-email'
  `.execute(database.kysely);
  expect(await jobs.runDueJobs(handlers)).toMatchObject({ done: 0 });
  expect(await jobs.runDueJobs(handlers, { withDelayed: true })).toMatchObject({ done: 1 });
  expect(sentIds).toEqual([emailId(1)]);
});

test("a job that fails for good, by an error or its server's death, is reported once", async () => {
  const jobs = await open(true);
  const failedJobs: object[] = [];
  const { handlers } = recordingHandlers(() => {
    throw new Error("no such \u0000mail\uD83Dbox");
  });
  const reporting: JobHandlers = {
    ...handlers,
    "record-failed-job": async (failedJob) => void failedJobs.push(failedJob),
  };
  for (const number of [1, 2]) {
    await jobs.enqueue(database.kysely, "send-email", { emailId: emailId(number) });
  }
  await sql`update pgboss.job set retry_limit = 0 where name = 'send-email'`.execute(
    database.kysely,
  );
  await sql`
    update pgboss.job set state = 'active', started_on = now() - interval '1 minute',
      heartbeat_on = now() - interval '1 minute'
    where data ->> 'emailId' = ${emailId(2)}
  `.execute(database.kysely);
  await jobs.runDueJobs(reporting, { withDelayed: true });
  await jobs.runDueJobs(reporting, { withDelayed: true });
  expect(failedJobs).toHaveLength(2);
  const reason = "no such \uFFFDmail\uFFFDbox";
  expect(failedJobs).toContainEqual({ job: "send-email", tries: 1, reason });
});

test("the schedule in the database follows the one in the code", async () => {
  const { handlers } = recordingHandlers();
  const jobs = await open(false);
  await sql`
    insert into pgboss.schedule (name, cron, timezone, key) values ('send-email', '* * * * *', 'UTC', '')
  `.execute(database.kysely);
  await jobs.start(handlers);
  await jobs.start(handlers);
  const { rows } = await sql<{ job: string; cron: string }>`
    select name as job, cron from pgboss.schedule order by name
  `.execute(database.kysely);
  expect(rows).toEqual(recurringJobs(jobList).toSorted((a, b) => a.job.localeCompare(b.job)));
});

test("rules of a queue that were changed in the code reach the database with the next start", async () => {
  await open(true);
  await sql`update pgboss.queue set retry_limit = 1, notify = false`.execute(database.kysely);
  await open(true);
  const { rows } = await sql`
    select retry_limit as retries, notify from pgboss.queue where name = 'send-email'
  `.execute(database.kysely);
  expect(rows).toEqual([{ retries: 110, notify: true }]);
});
