import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { addDays } from "#platform/rules/calendar.ts";
import { asOwner } from "#test/database.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { deleteOldErrors, recordError } from "./record-error.ts";

let app: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  app = await testApp();
  admin = await anAdmin(app);
  return () => app.close();
});

async function groupsWith(words: string, state: "open" | "resolved" | "all" = "all") {
  const { items } = await admin.api.errorReports.listErrors({ state, pageSize: 100 });
  return items.filter(({ errorMessage }) => errorMessage.includes(words));
}

test("similar errors form one group, with its count, its first occurrence and the number of users", async () => {
  const [mei, li] = [await aCustomer(app), await aCustomer(app)];
  const errorStack = "Error: total is missing\n    at draw (https://h/a.js:1:20)";
  const report = { errorMessage: "total 1 is missing", source: "wallet", errorStack };
  await mei.api.errorReports.reportError(report);
  await mei.api.errorReports.reportError({ ...report, errorMessage: "total 27 is missing" });
  await li.api.errorReports.reportError(report);
  await li.api.errorReports.reportError({
    ...report,
    errorStack: errorStack.replace("draw", "load"),
  });
  expect(await groupsWith("is missing")).toMatchObject([
    { times: 1, usersAffected: 1, place: "at load (https://h/a.js:1:20)" },
    { times: 3, usersAffected: 2, place: "at draw (https://h/a.js:1:20)", resolvedAt: null },
  ]);
});

test("no personal data is stored but the id of the account", async () => {
  const mei = await aCustomer(app);
  await mei.api.errorReports.reportError({
    errorMessage: `no parcel for ${mei.email}`,
    errorStack: `Error: ${mei.email}\n    at load (https://h/a.js?token=secret:1:2)`,
    source: "packages",
    context: JSON.stringify({ card: "4242424242424242", user: mei.userId }),
  });
  const [group] = await groupsWith("no parcel for");
  expect(group?.errorMessage).toBe("no parcel for [email]");
  const { occurrences } = await admin.api.errorReports.readError({ errorGroupId: group?.id ?? "" });
  expect(occurrences).toMatchObject([
    {
      userId: mei.userId,
      errorStack: "Error: [email]\n    at load (https://h/a.js:1:2)",
      context: '{"card":"[number]","user":"[id]"}',
    },
  ]);
});

test("a browser cannot report as the server, and an anonymous error that is not the server's is dropped", async () => {
  const mei = await aCustomer(app);
  await mei.api.errorReports.reportError({ errorMessage: "I am the server", source: "server" });
  expect(await groupsWith("I am the server")).toMatchObject([{ source: "browser" }]);
  const error = {
    errorMessage: "anonymous error",
    errorStack: null,
    context: null,
    now: new Date(),
  };
  await recordError(app.database.kysely, { ...error, source: "wallet", userId: null });
  expect(await groupsWith("anonymous error")).toEqual([]);
});

test("an error of the server is recorded, with the operation and the user", async () => {
  const mei = await aCustomer(app);
  const rename = (from: string, to: string) =>
    asOwner(app.database, (db) => db.schema.alterTable(from).renameTo(to).execute());
  await rename("suspended_lanes", "renamed_lanes");
  try {
    await expectApiError(mei.api.lanes.listSuspendedLanes({}), "unexpected");
  } finally {
    await rename("renamed_lanes", "suspended_lanes");
  }
  await expect
    .poll(async () => await groupsWith("suspended_lanes"), { timeout: 20_000 })
    .toMatchObject([{ source: "server", times: 1, usersAffected: 1 }]);
  const [group] = await groupsWith("suspended_lanes");
  const { occurrences } = await admin.api.errorReports.readError({ errorGroupId: group?.id ?? "" });
  expect(occurrences[0]).toMatchObject({
    userId: mei.userId,
    context: expect.stringContaining('"operation":"lanes.listSuspendedLanes"') as string,
  });
});

test("a job that failed for good is recorded with its name and reason", async () => {
  const failedJob = { job: "send-email", tries: 111, reason: "No such mailbox: mei@example.com" };
  await app.services.jobs.enqueue(app.database.kysely, "record-failed-job", failedJob);
  await app.runJobs();
  expect(await groupsWith("send-email")).toMatchObject([
    {
      source: "server",
      errorMessage: "The job send-email failed for good: No such mailbox: [email]",
    },
  ]);
});

test("an error is recorded whatever its message is made of", async () => {
  const mei = await aCustomer(app);
  await recordError(app.database.kysely, {
    errorMessage: "no tea\u0000pot: \uD83D",
    errorStack: `Error\n    at pour (https://h/a\u0000.js:1:20)`,
    context: "\u0000",
    source: "server",
    userId: mei.userId,
    now: app.clock.now(),
  });
  expect(await groupsWith("no tea")).toMatchObject([
    { errorMessage: "no tea\uFFFDpot: \uFFFD", place: "at pour (https://h/a\uFFFD.js:1:20)" },
  ]);
});

describe("an error group", () => {
  test("can be resolved, and is reopened when the error comes back", async () => {
    const mei = await aCustomer(app);
    const report = { errorMessage: "page is stuck", source: "wallet" };
    await mei.api.errorReports.reportError(report);
    const [group] = await groupsWith("page is stuck");
    const errorGroupId = group?.id ?? "";
    await admin.api.errorReports.resolveError({ errorGroupId, isResolved: true });
    expect(await groupsWith("page is stuck", "open")).toEqual([]);
    expect(await groupsWith("page is stuck", "resolved")).toHaveLength(1);
    await mei.api.errorReports.reportError(report);
    expect(await groupsWith("page is stuck", "open")).toMatchObject([{ times: 2 }]);
    const resolve = () => admin.api.errorReports.resolveError({ errorGroupId, isResolved: true });
    const { resolvedAt } = await resolve();
    app.clock.advance(60_000);
    expect(await Promise.all([resolve(), resolve()])).toMatchObject([
      { resolvedAt },
      { resolvedAt },
    ]);
    await admin.api.errorReports.resolveError({ errorGroupId, isResolved: false });
    expect(await groupsWith("page is stuck", "open")).toHaveLength(1);
  });

  test("is for admins only", async () => {
    const mei = await aCustomer(app);
    const errorGroupId = randomUUID();
    await expectApiError(app.client().api.errorReports.listErrors({}), "signed_out");
    await expectApiError(mei.api.errorReports.listErrors({}), "forbidden");
    await expectApiError(mei.api.errorReports.readError({ errorGroupId }), "forbidden");
    const resolution = { errorGroupId, isResolved: true };
    await expectApiError(mei.api.errorReports.resolveError(resolution), "forbidden");
    await expectApiError(admin.api.errorReports.resolveError(resolution), "not_found");
    await expectApiError(admin.api.errorReports.readError({ errorGroupId }), "not_found");
    await expectApiError(admin.api.errorReports.readError({ errorGroupId: "1" }), "invalid_input");
  });
});

test("errors are deleted after 90 days, and a group that still occurs stays", async () => {
  const { kysely } = app.database;
  const error = { errorStack: null, source: "server", context: null, userId: null };
  const now = app.clock.now();
  for (const days of [91, 89]) {
    await recordError(kysely, {
      ...error,
      errorMessage: "recurring fault",
      now: addDays(now, -days),
    });
  }
  await recordError(kysely, { ...error, errorMessage: "ended fault", now: addDays(now, -91) });
  expect(await deleteOldErrors(app.services)).toBe(2);
  expect(await groupsWith("fault")).toMatchObject([{ errorMessage: "recurring fault", times: 2 }]);
  const [group] = await groupsWith("recurring fault");
  const { occurrences } = await admin.api.errorReports.readError({ errorGroupId: group?.id ?? "" });
  expect(occurrences).toHaveLength(1);
});
