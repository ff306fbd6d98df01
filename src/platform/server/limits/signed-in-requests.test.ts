import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, expect, test, vi } from "vitest";
import { atomically, openDatabase } from "#platform/server/db/open.ts";
import { lockCustomer } from "#money/server/plans/locks/with-subscriber-lock.ts";
import { expectApiError } from "#test/api-errors.ts";
import { enterWarehouse } from "#test/enter-warehouse.ts";
import { follow } from "#test/follow.ts";
import { freshNumber } from "#test/inbound-parcels.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { timeLimit } from "#test/time-limit.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { createFairQueue } from "./fair-queue.ts";
import { queueLimits } from "./queues.ts";

const { atOncePerAccount, mostPerAccount } = queueLimits.signedInRequests;

let app: TestApp;
let admin: TestPerson;
let mei: TestPerson;
let tom: TestPerson;
beforeAll(async () => {
  app = await testApp();
  await enterWarehouse(app);
  [admin, mei, tom] = await Promise.all([
    anAdmin(app),
    aCustomer(app, { plan: "Premium" }),
    aCustomer(app, { plan: "Premium" }),
  ]);
  return () => app.close();
});

const size = () => app.services.queues.signedInRequests.size();

/** Locks the profile of a customer in a connection beside those of the server, until it is disposed of. */
async function lockProfile({ userId }: TestPerson): Promise<AsyncDisposable> {
  const { log } = app.services;
  const database = openDatabase({ url: app.database.url, log, poolSize: 1 });
  const [locked, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = atomically(database.kysely, async (db) => {
    await lockCustomer(db, userId);
    locked.resolve();
    await over.promise;
  });
  await Promise.race([locked.promise, holding]);
  return {
    async [Symbol.asyncDispose]() {
      over.resolve();
      await holding;
      await database.close();
    },
  };
}

const declare = (person: TestPerson) =>
  person.api.inboundParcels.declareInboundParcels({
    items: [{ trackingNumber: freshNumber() }],
    packageId: null,
    idempotencyKey: randomUUID(),
  });

const adjustQuota = () =>
  admin.api.plans.adjustQuota({ userId: mei.userId, packageQuota: 7, reason: "Test" });

const waiting: readonly [string, () => Promise<unknown>][] = [
  ["a customer", () => declare(mei)],
  ["an admin", adjustQuota],
];

test.each(waiting)(
  "B1: fifty requests of %s that wait for one lock delay nobody else",
  async (_, request) => {
    await using lock = await lockProfile(mei);
    const requests = Promise.allSettled(Array.from({ length: 50 }, request));
    await vi.waitFor(() => expect(size().running).toBe(atOncePerAccount), 40_000);
    const startedAt = performance.now();
    await declare(tom);
    expect(await tom.api.inboundParcels.listInboundParcels({})).toHaveProperty("items");
    expect(performance.now() - startedAt).toBeLessThan(timeLimit(1_000));
    await lock[Symbol.asyncDispose]();
    const results = await requests;
    expect(results.filter(({ status }) => status === "rejected")).toEqual([]);
    expect(size()).toEqual({ running: 0, waiting: 0 });
  },
);

test("B1: a hundred requests of one account leave most of the time to others", async () => {
  const { unrestedJobs } = queueLimits.signedInRequests.rest;
  let answered = 0;
  const requests = Promise.allSettled(
    Array.from({ length: 100 }, async () => {
      await tom.api.packages.listPackages({}).finally(() => (answered += 1));
    }),
  );
  const running: number[] = [];
  while (answered < 95) {
    await pause(2);
    if (answered > unrestedJobs + atOncePerAccount) running.push(size().running);
  }
  await requests;
  expect(running.filter((count) => count === 0).length).toBeGreaterThan(running.length / 2);
});

test("what takes long without a connection runs beside the waiting requests of the account", async () => {
  await using lock = await lockProfile(mei);
  const requests = Array.from({ length: 5 }, () => declare(mei));
  await vi.waitFor(() => expect(size()).toEqual({ running: atOncePerAccount, waiting: 1 }), 40_000);
  const stream = await follow(mei.api.changeStream.subscribeToChanges({}));
  const file = await mei.client.fetch("/api/wallet/transactions.csv");
  expect([file.status, (await file.text()).length > 0]).toEqual([200, true]);
  expect(size()).toEqual({ running: atOncePerAccount, waiting: 1 });
  await stream.close();
  await lock[Symbol.asyncDispose]();
  await Promise.all(requests);
});

test("a request whose client is gone leaves the queue and never runs", async () => {
  await using lock = await lockProfile(mei);
  const requests = Array.from({ length: 4 }, () => declare(mei));
  await vi.waitFor(() => expect(size().running).toBe(atOncePerAccount), 40_000);
  const leaving = new AbortController();
  const last = mei.client.fetch("/api/inbound-parcels", { signal: leaving.signal });
  await vi.waitFor(() => expect(size().waiting).toBe(1), 40_000);
  leaving.abort();
  await vi.waitFor(() => expect(size().waiting).toBe(0), 40_000);
  expect(await (await last).json()).toMatchObject({ code: "request_aborted" });
  await lock[Symbol.asyncDispose]();
  await Promise.all(requests);
});

test("more requests than an account may have are rejected with the time to wait", async () => {
  const queue = app.services.queues.signedInRequests;
  const places = Array.from({ length: mostPerAccount }, () => queue.enter(mei.userId));
  const response = await mei.client.fetch("/api/inbound-parcels");
  expect([response.status, response.headers.get("retry-after")]).toEqual([429, "5"]);
  await expectApiError(
    mei.api.inboundParcels.listInboundParcels({}),
    "too_many_requests",
    "Too many attempts. Please wait and try again.",
  );
  expect(await tom.api.inboundParcels.listInboundParcels({})).toHaveProperty("items");
  for (const place of places) place[Symbol.dispose]();
  expect(await mei.api.inboundParcels.listInboundParcels({})).toHaveProperty("items");
});

test("a request that waits too long for the others of the account is rejected", async () => {
  const limits = { ...queueLimits.signedInRequests, atOncePerAccount: 1, longestWaitSeconds: 0.05 };
  const queue = createFairQueue(limits);
  const first = Promise.withResolvers<void>();
  const running = queue.run("mei", () => first.promise);
  await expect(queue.run("mei", async () => "never")).rejects.toMatchObject({
    code: "too_many_requests",
    details: { retryAfterSeconds: 5 },
  });
  first.resolve();
  await running;
});
