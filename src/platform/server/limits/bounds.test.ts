import { beforeAll, describe, expect, test } from "vitest";
import { signedInContext } from "#test/context.ts";
import { aPackage } from "#test/packages.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { getStripePayments } from "#money/server/payments/functions.ts";
import { exportAccount } from "#office/server/users/closing/export-account.ts";
import { generateQrCode } from "#goods/server/packages/qr-codes.ts";
import { createFairQueue, type FairQueue } from "./fair-queue.ts";
import { queueLimits, type QueueName } from "./queues.ts";

let app: TestApp;
let admin: TestPerson;
let mei: TestPerson;
let tom: TestPerson;
beforeAll(async () => {
  app = await testApp();
  [admin, mei, tom] = await Promise.all([
    anAdmin(app),
    aCustomer(app, { plan: "Premium" }),
    aCustomer(app, { plan: "Premium" }),
  ]);
  return () => app.close();
});

/** Occupies places in the queue until disposed of. */
function takePlaces(queue: FairQueue, account: string, count: number): Disposable {
  const places = Array.from({ length: count }, () => queue.enter(account));
  return { [Symbol.dispose]: () => places.forEach((place) => place[Symbol.dispose]()) };
}

/** Occupies every place in the queue, by many accounts. */
function takeAll(name: QueueName): Disposable {
  const { mostInAll } = queueLimits[name];
  const queue = app.services.queues[name];
  const places = Array.from({ length: mostInAll }, (_, place) => queue.enter(`account ${place}`));
  return { [Symbol.dispose]: () => places.forEach((place) => place[Symbol.dispose]()) };
}

const downloads = [
  ["the own transactions", () => mei, "/api/wallet/transactions.csv"],
  ["delivered packages", () => admin, "/api/admin/shipments/delivered-shipments.csv"],
  ["the audit log", () => admin, "/api/admin/audit/audit-log.csv"],
] as const;

describe.each(downloads)("the download of %s", (_, person, path) => {
  const load = (who = person()) => who.client.fetch(path);

  test("is one of two at once of an account, and another's runs beside them", async () => {
    const open = [await load(), await load()];
    expect(open.map(({ status }) => status)).toEqual([200, 200]);
    const third = await load();
    expect([third.status, third.headers.get("retry-after"), await third.json()]).toMatchObject([
      429,
      "5",
      { message: "At most 2 downloads can run at once. Please wait until one has ended." },
    ]);
    const other = await (person() === mei ? tom : await anAdmin(app)).client.fetch(path);
    expect([other.status, (await other.text()).length > 0]).toEqual([200, true]);
    await open[0]?.body?.cancel();
    expect(await open[1]?.text()).toContain(",");
    const again = [await load(), await load()];
    expect(again.map(({ status }) => status)).toEqual([200, 200]);
    for (const response of again) await response.text();
    expect(app.services.queues.downloads.size()).toEqual({ running: 0, waiting: 0 });
  });

  test("is rejected with `busy` while too many run", async () => {
    using _places = takeAll("downloads");
    const response = await load();
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await response.json()).toMatchObject({ code: "busy" });
  });

  test("B12: reads in turn with those of others", async () => {
    const ends = Array.from({ length: queueLimits.exportReads.atOnce }, (__, place) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const running = app.services.queues.exportReads.run(`busy ${place}`, () => promise);
      return async () => {
        resolve();
        await running;
      };
    });
    let isRead = false;
    const reading = load().then(async (response) => {
      const text = await response.text();
      isRead = true;
      return text;
    });
    await expect.poll(() => app.services.queues.exportReads.size().waiting).toBe(1);
    expect(isRead).toBe(false);
    for (const end of ends) await end();
    expect(await reading).toContain(",");
  });
});

describe("the export of an account", () => {
  test("is written one at a time for an account", async () => {
    using place = takePlaces(app.services.queues.accountExports, mei.userId, 1);
    await expectApiError(
      mei.api.users.exportAccount({ timeZone: "UTC", locale: "en" }),
      "too_many_requests",
      "Another file is being prepared for you. Please wait until it is ready.",
    );
    expect(await tom.api.users.exportAccount({ timeZone: "UTC", locale: "en" })).toMatchObject({
      contentType: "application/json",
    });
    place[Symbol.dispose]();
    await mei.api.users.exportAccount({ timeZone: "UTC", locale: "en" });
  });

  test("is rejected with `busy` while too many are written", async () => {
    const full = createFairQueue({ ...queueLimits.accountExports, mostInAll: 0 });
    const context = signedInContext(app, mei, {
      queues: { ...app.services.queues, accountExports: full },
    });
    const input = { part: "everything", timeZone: "UTC", locale: "en" } as const;
    await expect(exportAccount(context, input)).rejects.toMatchObject({ code: "busy" });
  });
});

test("QR codes are drawn one at a time, and rejected with `busy` while too many wait", async () => {
  const { id: packageId } = await aPackage(mei);
  const full = createFairQueue({ ...queueLimits.drawings, mostInAll: 0 });
  const context = signedInContext(app, admin, {
    queues: { ...app.services.queues, drawings: full },
  });
  await expect(generateQrCode(context, { packageId, legNumber: 1 })).rejects.toMatchObject({
    code: "busy",
  });
  await expect(
    generateQrCode(signedInContext(app, admin), { packageId, legNumber: 1 }),
  ).resolves.toMatchObject({ legNumber: 1 });
});

test("an upload is rejected as busy while too many are queued", async () => {
  const { id: packageId } = await aPackage(mei);
  using _places = takeAll("uploads");
  const body = new FormData();
  body.set("file", new File([Uint8Array.of(1)], "a.png"));
  const response = await mei.client.fetch(`/api/packages/${packageId}/images`, {
    method: "POST",
    body,
  });
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await response.json()).toMatchObject({
    code: "busy",
    message: "The server is busy. Please try again in a few seconds.",
  });
});

test("a comparison of ledger and provider is started ten times an hour at most", async () => {
  const other = await anAdmin(app);
  for (let times = 0; times < 10; times += 1) await other.api.payments.startReconciliation({});
  await expectApiError(other.api.payments.startReconciliation({}), "too_many_requests");
});

test("the provider's payments are requested in turn, and not by too many at once", async () => {
  const full = createFairQueue({ ...queueLimits.providerLists, mostInAll: 0 });
  const context = signedInContext(app, admin, {
    queues: { ...app.services.queues, providerLists: full },
  });
  await expect(getStripePayments(context, { limit: 10, type: "all" })).rejects.toMatchObject({
    code: "busy",
  });
});
