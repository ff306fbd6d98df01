// Shows which errors are kept for staff, how those alike come together, and how they are read, resolved and forgotten.
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { addDays } from "#core/calendar.ts";
import { asOwner } from "#testing/database.ts";
import { aCustomer, anAdmin, type TestPerson } from "#testing/users.ts";
import { expectApiError } from "#testing/api-errors.ts";
import { testApp, type TestApp } from "#testing/test-app.ts";
import { deleteOldErrors } from "./delete-old-errors.ts";
import { insertError } from "./insert-error.ts";

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

test("errors alike are one group, with how often, since when and how many people", async () => {
  const [mei, li] = [await aCustomer(app), await aCustomer(app)];
  const errorStack = "Error: boat leaks\n    at draw (https://h/a.js:1:20)";
  const report = { errorMessage: "boat 1 leaks", source: "wallet", errorStack };
  await mei.api.errorReports.reportError(report);
  await mei.api.errorReports.reportError({ ...report, errorMessage: "boat 27 leaks" });
  await li.api.errorReports.reportError(report);
  await li.api.errorReports.reportError({
    ...report,
    errorStack: errorStack.replace("draw", "sail"),
  });
  expect(await groupsWith("leaks")).toMatchObject([
    { times: 1, usersAffected: 1, place: "at sail (https://h/a.js:1:20)" },
    { times: 3, usersAffected: 2, place: "at draw (https://h/a.js:1:20)", resolvedAt: null },
  ]);
});

test("nothing of anybody is kept but the account", async () => {
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

test("no browser passes for the server, and what is neither known nor the server's is not kept", async () => {
  const mei = await aCustomer(app);
  await mei.api.errorReports.reportError({ errorMessage: "I am the server", source: "server" });
  expect(await groupsWith("I am the server")).toMatchObject([{ source: "browser" }]);
  const met = { errorMessage: "a stranger's", errorStack: null, context: null, now: new Date() };
  await insertError(app.database.kysely, { ...met, source: "wallet", userId: null });
  expect(await groupsWith("a stranger's")).toEqual([]);
});

test("what the server fails at is kept, with the operation and who met it", async () => {
  const mei = await aCustomer(app);
  const rename = (from: string, to: string) =>
    asOwner(app.database, (db) => db.schema.alterTable(from).renameTo(to).execute());
  await rename("suspendedLanes", "sunken_lanes");
  try {
    await expectApiError(mei.api.lanes.listSuspendedLanes({}), "unexpected");
  } finally {
    await rename("sunken_lanes", "suspendedLanes");
  }
  await expect
    .poll(async () => await groupsWith("suspendedLanes"), { timeout: 20_000 })
    .toMatchObject([{ source: "server", times: 1, usersAffected: 1 }]);
  const [group] = await groupsWith("suspendedLanes");
  const { occurrences } = await admin.api.errorReports.readError({ errorGroupId: group?.id ?? "" });
  expect(occurrences[0]).toMatchObject({
    userId: mei.userId,
    context: expect.stringContaining('"operation":"lanes.listSuspendedLanes"') as string,
  });
});

test("a job that was given up is kept with its name and reason", async () => {
  const gaveUp = { job: "send-email", tries: 111, reason: "No such mailbox: mei@example.com" };
  await app.services.jobs.enqueue(app.database.kysely, "record-failed-job", gaveUp);
  await app.runJobs();
  expect(await groupsWith("send-email")).toMatchObject([
    {
      source: "server",
      errorMessage: "The job send-letter was given up: No such mailbox: [email]",
    },
  ]);
});

describe("a group", () => {
  test("is resolved, and open again when it comes back", async () => {
    const mei = await aCustomer(app);
    const report = { errorMessage: "anchor stuck", source: "wallet" };
    await mei.api.errorReports.reportError(report);
    const [group] = await groupsWith("anchor stuck");
    const errorGroupId = group?.id ?? "";
    await admin.api.errorReports.resolveError({ errorGroupId, isResolved: true });
    expect(await groupsWith("anchor stuck", "open")).toEqual([]);
    expect(await groupsWith("anchor stuck", "resolved")).toHaveLength(1);
    await mei.api.errorReports.reportError(report);
    expect(await groupsWith("anchor stuck", "open")).toMatchObject([{ times: 2 }]);
    await admin.api.errorReports.resolveError({ errorGroupId, isResolved: true });
    await admin.api.errorReports.resolveError({ errorGroupId, isResolved: false });
    expect(await groupsWith("anchor stuck", "open")).toHaveLength(1);
  });

  test("is for staff alone", async () => {
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

test("after 90 days it is forgotten, and a group that still happens stays", async () => {
  const { kysely } = app.database;
  const met = { errorStack: null, source: "server", context: null, userId: null };
  const now = app.clock.now();
  for (const days of [91, 89]) {
    await insertError(kysely, { ...met, errorMessage: "long tide", now: addDays(now, -days) });
  }
  await insertError(kysely, { ...met, errorMessage: "old tide", now: addDays(now, -91) });
  expect(await deleteOldErrors(app.services)).toBe(2);
  expect(await groupsWith("tide")).toMatchObject([{ errorMessage: "long tide", times: 2 }]);
  const [group] = await groupsWith("long tide");
  const { occurrences } = await admin.api.errorReports.readError({ errorGroupId: group?.id ?? "" });
  expect(occurrences).toHaveLength(1);
});
