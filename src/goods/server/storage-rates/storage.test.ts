import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PlanName } from "#platform/rules/plan-name.ts";
import { usualPricesSource } from "#catalogue/rules/service-version.ts";
import { storagePlans } from "#goods/rules/storage-fee.ts";
import { expectApiError } from "#test/api-errors.ts";
import { declareParcel } from "#test/inbound-parcels.ts";
import { aPackage } from "#test/packages.ts";
import { aWarehouse, receiveScan, type ReceiveInput } from "#test/receiving.ts";
import { aSubscriber } from "#test/subscriptions.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, anAdmin, signInBrowser, type TestPerson } from "#test/users.ts";
import { createContentPages } from "#app/server/content-pages/content-pages.ts";
import { insertFigures } from "#app/server/fees/fees.ts";
import { jobHandlers, jobList } from "#app/server/jobs.ts";
import { recurringJobs } from "#platform/server/jobs/queues.ts";
import { sendNotifications } from "#notices/server/notifications/send-notifications.ts";
import { remindOfStorage } from "#shipping/server/ship-requests/remind-of-storage.ts";
import { startStorage } from "./storage.ts";

const reason = "Thank you for waiting";

let app: TestApp;
let admin: TestPerson;
let warehouseId: string;
beforeAll(async () => {
  app = await testApp();
  app.clock.set("2026-01-01T04:00:00Z");
  admin = await anAdmin(app);
  warehouseId = await aWarehouse(admin);
  app.clock.set("2026-06-10T04:00:00Z");
  return () => app.close();
});

/** Noon in Hong Kong; sessions made on an earlier day still count. */
async function setClock(at: string, ...people: TestPerson[]): Promise<void> {
  app.clock.set(at);
  for (const person of [admin, ...people]) await signInBrowser(app, person.client, person.userId);
}

beforeEach(() => setClock("2026-06-10T04:00:00Z"));

/** A parcel that `owner` declared and the desk received now; null: nobody knows whose it is. */
async function received(owner: TestPerson | null, input: Partial<ReceiveInput> = {}) {
  const declared = owner === null ? null : await declareParcel(owner);
  const scan = declared?.trackingNumber ?? `QQ${randomUUID().slice(0, 8).toUpperCase()}77`;
  return (await receiveScan(app, admin, { warehouseId, scan, ...input })).parcel;
}

async function storageOf(person: TestPerson, inboundParcelId: string) {
  return (await person.api.inboundParcels.readInboundParcel({ inboundParcelId })).parcel.storage;
}

async function givePlan({ userId }: TestPerson, plan: PlanName | null): Promise<void> {
  await admin.api.plans.giveComplimentaryPlan({ userId, plan, reason });
}

describe("the free days of a parcel", () => {
  test.each<[PlanName | undefined, string, number]>([
    [undefined, "2026-06-24", 14],
    ["Basic", "2026-07-10", 30],
    ["Super", "2026-08-09", 60],
    ["Premium", "2026-09-08", 90],
  ])("with the plan %s are until %s", async (plan, freeUntil, daysLeft) => {
    const mei = await aCustomer(app, plan === undefined ? {} : { plan });
    const { id, storage } = await received(mei);
    const expected = { freeUntil, daysLeft, accruedCents: 0, dayCents: 20, capCents: 2_000 };
    expect(storage).toEqual(expected);
    expect(await storageOf(mei, id)).toEqual(expected);
  });

  test("begin on the very day from which prices are in force", async () => {
    const fresh = await testApp();
    try {
      fresh.clock.set("2026-06-10T04:00:00Z");
      const operator = await anAdmin(fresh);
      const warehouse = { warehouseId: await aWarehouse(operator) };
      const mei = await aCustomer(fresh, { plan: "Basic" });
      const { trackingNumber } = await declareParcel(mei);
      const scan = trackingNumber ?? "";
      const { parcel } = await receiveScan(fresh, operator, { ...warehouse, scan });
      expect(parcel.storage).toMatchObject({ freeUntil: "2026-07-10", daysLeft: 30 });
    } finally {
      await fresh.close();
    }
  });

  test("begin on the day in the warehouse, and cost by what was measured last", async () => {
    const mei = await aCustomer(app, { plan: "Basic" });
    await setClock("2026-06-09T16:30:00Z", mei);
    const { id, storage } = await received(mei);
    expect(storage).toMatchObject({ freeUntil: "2026-07-10", daysLeft: 30 });
    const ofNewYork = await aWarehouse(admin, { timeZone: "America/New_York" });
    const elsewhere = await received(mei, { warehouseId: ofNewYork });
    expect(elsewhere.storage).toMatchObject({ freeUntil: "2026-07-09", daysLeft: 30 });
    const measurements = { weightGrams: 1, sidesMm: [500, 500, 500] as [number, number, number] };
    await admin.api.receiving.measureAgain({
      inboundParcelId: id,
      measurements,
      recordedAt: app.clock.now().toISOString(),
      idempotencyKey: randomUUID(),
    });
    expect(await storageOf(mei, id)).toMatchObject({ dayCents: 100, accruedCents: 0 });
  });

  test("do not begin without an owner, begin on the day of the match, and end with a rejection", async () => {
    const mei = await aCustomer(app, { plan: "Basic" });
    const { id, storage } = await received(null);
    expect(storage).toBeNull();
    const start = () => startStorage(app.services, app.database.kysely, [id]);
    await start();
    const own = app.database.kysely.updateTable("inboundParcels").where("id", "=", id);
    await own.set({ userId: mei.userId }).execute();
    await setClock("2026-06-20T04:00:00Z", mei);
    expect(await storageOf(mei, id)).toBeNull();
    await start();
    await setClock("2026-06-21T04:00:00Z", mei);
    await start();
    expect(await storageOf(mei, id)).toMatchObject({ freeUntil: "2026-07-20", daysLeft: 29 });
    await mei.api.inboundParcels.rejectInboundParcel({ inboundParcelId: id });
    const { parcel } = await admin.api.inboundParcels.readAnyInboundParcel({ inboundParcelId: id });
    expect(parcel).toMatchObject({ owner: null, storage: null });
  });

  test("are lengthened by a larger plan and never shortened, also with the clock set back", async () => {
    const mei = await aCustomer(app);
    await givePlan(mei, "Basic");
    const { id } = await received(mei);
    const freeUntil = async () => (await storageOf(mei, id))?.freeUntil;
    for (const [at, plan, until] of [
      ["2026-06-15T04:00:00Z", "Super", "2026-08-09"],
      ["2026-06-16T04:00:00Z", "Basic", "2026-08-09"],
      ["2026-06-17T04:00:00Z", null, "2026-08-09"],
      ["2026-06-01T04:00:00Z", "Basic", "2026-08-09"],
      ["2026-08-20T04:00:00Z", "Premium", "2026-09-08"],
    ] as const) {
      await setClock(at, mei);
      await givePlan(mei, plan);
      expect([at, await freeUntil()]).toEqual([at, until]);
    }
  });

  test("G20: cannot be shortened or given other prices by any statement while the owner is the same", async () => {
    const mei = await aCustomer(app, { plan: "Basic" });
    const { id } = await received(mei);
    for (const change of [
      sql`free_until = free_until - 1`,
      sql`storage_from = storage_from + 1`,
      sql`storage_from = null, free_until = null, storage_rate_id = null`,
      sql`storage_rate_id = (select id from storage_rates where plan is null)`,
    ]) {
      const shortened = sql`update inbound_parcels set ${change} where id = ${id}`;
      await expect(shortened.execute(app.database.kysely)).rejects.toThrow("are only added");
    }
  });
});

/** Runs the job twice at once, and a minute later the one that emails; returns the new emails, the oldest first. */
async function remindersAt(at: string, person: TestPerson) {
  const known = new Set((await app.emailsTo(person.email)).map(({ id }) => id));
  app.clock.set(at);
  await Promise.all([remindOfStorage(app.services), remindOfStorage(app.services)]);
  app.clock.advance(60_000);
  await Promise.all([sendNotifications(app.services), sendNotifications(app.services)]);
  const emails = (await app.emailsTo(person.email)).filter(({ id }) => !known.has(id));
  return emails.filter(({ subject }) => /storage/iu.test(subject)).toReversed();
}

/** How many rows the tables of money have. */
async function postings(): Promise<unknown> {
  const { rows } = await sql`select (select count(*) from ledger_transfers) as transfers,
    (select count(*) from ledger_entries) as entries, (select count(*) from transactions) as history`.execute(
    app.database.kysely,
  );
  return rows[0];
}

const morning = (day: string) => `${day}T01:00:00Z`;

describe("reminders of storage", () => {
  test("G21: come 7, 3 and 1 days before, the fee shows on the parcel, and no job posts it to the ledger", async () => {
    const mei = await aCustomer(app, { plan: "Basic" });
    const before = await postings();
    const { id, trackingNumber } = await received(mei);
    const ends = `Free storage of parcel ${trackingNumber} ends on July 10, 2026`;
    const costs = `Storage of parcel ${trackingNumber} has cost`;
    for (const [at, subjects] of [
      [morning("2026-07-02"), []],
      ["2026-07-03T00:59:00Z", []],
      [morning("2026-07-03"), [ends]],
      ["2026-07-03T09:00:00Z", []],
      [morning("2026-07-05"), []],
      [morning("2026-07-07"), [ends]],
      [morning("2026-07-09"), [ends]],
      [morning("2026-07-11"), []],
      [morning("2026-07-24"), [`${costs} $2.80 so far`]],
      [morning("2026-08-06"), []],
      // After an outage of two months only the latest is due.
      [morning("2026-10-20"), [`${costs} $20.00 so far`]],
    ] as const) {
      const emails = await remindersAt(at, mei);
      expect([at, emails.map(({ subject }) => subject)]).toEqual([at, subjects]);
    }
    await setClock("2026-07-11T04:00:00Z", mei);
    expect(await storageOf(mei, id)).toMatchObject({ daysLeft: -1, accruedCents: 20 });
    const handlers = jobHandlers(app.services as Parameters<typeof jobHandlers>[0]);
    const runAll = () =>
      Promise.all(
        recurringJobs(jobList).map(({ job }) =>
          handlers[job](jobList[job].data.parse({}) as never),
        ),
      );
    await Promise.all([runAll(), runAll()]);
    await app.runJobs();
    expect(await postings()).toEqual(before);
  });

  test("are one email of all parcels, whatever is turned off, as they are when it is sent", async () => {
    const mei = await aCustomer(app);
    await mei.api.users.updateNotificationSettings({
      emailNotifications: false,
      shipmentUpdates: false,
      marketingEmails: false,
    });
    const first = await received(mei);
    await setClock("2026-06-14T04:00:00Z", mei);
    const second = await received(mei);
    const [email, ...others] = await remindersAt(morning("2026-06-21"), mei);
    expect(others).toEqual([]);
    expect(email?.subject).toBe("Free storage of 2 parcels ends soon");
    const { text = "" } = email ?? {};
    expect(text.indexOf(first.trackingNumber ?? "-")).toBeLessThan(
      text.indexOf(second.trackingNumber ?? "-"),
    );
    expect(text).toContain("Free until June 24, 2026, 3 days from now. After that $0.20 a day");
    await setClock("2026-06-23T04:00:00Z", mei);
    await remindOfStorage(app.services);
    await givePlan(mei, "Super");
    expect(await remindersAt("2026-06-23T05:00:00Z", mei)).toEqual([]);
  });

  test("are not sent to suspended and closed accounts", async () => {
    const [mei, tom] = [await aCustomer(app), await aCustomer(app)];
    await received(mei);
    await received(tom);
    const set = (columns: object, { userId }: TestPerson) =>
      app.database.kysely.updateTable("profiles").set(columns).where("id", "=", userId).execute();
    const at = app.clock.now();
    await set({ suspendedAt: at, suspensionReason: reason }, mei);
    await set({ closedAt: at }, tom);
    const emails = [await remindersAt(morning("2026-06-23"), mei), await app.emailsTo(tom.email)];
    expect(emails).toEqual([[], []]);
    await set({ suspendedAt: null, suspensionReason: null }, mei);
    expect(await remindersAt(morning("2026-06-24"), mei)).toHaveLength(1);
  });
});

test("free days are lengthened by a larger plan that is paid for", async () => {
  const mei = await aSubscriber(app, "Basic");
  const { id, storage } = await received(mei);
  expect(storage?.freeUntil).toBe("2026-07-10");
  await mei.api.plans.changeSubscription({ plan: "Super" });
  expect(await storageOf(mei, id)).toMatchObject({ freeUntil: "2026-08-09" });
});

test("the export has the days that parcels lay here and what they cost, also of those that have left", async () => {
  const mei = await aCustomer(app, { plan: "Basic" });
  const [here, returned] = [await received(mei), await received(mei)];
  const pkg = await aPackage(mei, { origin: "China", destination: "US" });
  const inside = await declareParcel(mei, { packageId: pkg.id });
  await receiveScan(app, admin, { warehouseId, scan: inside.trackingNumber ?? "" });
  await setClock("2026-07-12T15:00:00Z", mei);
  await admin.api.packages.setLegStatus({ legId: pkg.legs[1]?.id ?? "", status: "in_transit" });
  // No operation returns parcels yet.
  await sql`update inbound_parcels set updated_at = '2026-06-20T04:00:00Z',
    state = case when id = ${returned.id} then 'returned' else state end
    where id in (${returned.id}, ${inside.id})`.execute(app.database.kysely);
  await setClock("2026-07-15T04:00:00Z", mei);
  const { content } = await mei.api.users.exportAccount({ part: "everything" });
  type Exported = { parcel: { id: string; storage: unknown }; storage: unknown };
  const { inboundParcels } = JSON.parse(content) as { inboundParcels: Exported[] };
  const storages = new Map(inboundParcels.map(({ parcel, storage }) => [parcel.id, storage]));
  const counted = { from: "2026-06-10", freeUntil: "2026-07-10" };
  expect(storages.get(inside.id)).toEqual({
    ...counted,
    leftOn: "2026-07-12",
    days: 33,
    accruedCents: 40,
  });
  const left = { leftOn: "2026-06-20", days: 11, accruedCents: 0 };
  expect(storages.get(returned.id)).toEqual({ ...counted, ...left });
  const stays = { leftOn: null, days: 36, accruedCents: 100 };
  expect(storages.get(here.id)).toEqual({ ...counted, ...stays });
  expect([...storages.values()].filter((storage) => storage === null)).toHaveLength(1);
});

test.each([
  ["en", "<li>Basic: 30 days free, then $0.20 a day, at most $20.00 for a parcel</li>"],
  ["zh-Hant-HK", "<li>Basic 計劃：免費 30 日，其後每日 US$0.20，每件入倉包裹上限 US$20.00</li>"],
  ["zh-Hans", "<li>Basic 套餐：免费 30 天，之后每天 US$0.20，每件入库包裹最高 US$20.00</li>"],
] as const)("the Help page in %s shows the prices that are valid", async (language, item) => {
  const help = createContentPages(app.config, app.services.log).find(language, "/help");
  if (help === undefined) throw new Error("There is no Help page.");
  const { article, version } = await insertFigures(
    app.services,
    help,
    language,
    new URLSearchParams(),
  );
  expect(article).toContain(item);
  expect(article).not.toContain("%FEES");
  expect(version).not.toBe(help.version);
  const db = null as unknown as typeof app.services.db;
  const without = await insertFigures(
    { ...app.services, db },
    help,
    language,
    new URLSearchParams(),
  );
  expect(without.article).not.toMatch(/%FEES|\$0\.20/);
});

describe("prices of storage", () => {
  type Prices = Parameters<TestPerson["api"]["storageRates"]["addStorageRates"]>[0];

  const rates = storagePlans.map((plan, at) => ({
    plan,
    freeDays: 10 * at,
    dayCents: 50 - at,
    capCents: 5_000,
  }));
  const prices: Prices = {
    validFrom: "2027-01-02",
    stepGrams: 1_000,
    volumeDivisor: 5_000,
    rates,
    source: "Decided in December",
  };
  const add = (changes: Partial<Prices> = {}, person = admin) =>
    person.api.storageRates.addStorageRates({ ...prices, ...changes });
  const list = () => admin.api.storageRates.listStorageRates({});

  // In Hong Kong it is the second day already.
  beforeEach(() => setClock("2027-01-01T16:30:00Z"));

  test("begin on a day in Hong Kong, for what is received from then on; a parcel that is here keeps its own", async () => {
    const mei = await aCustomer(app, { plan: "Basic" });
    await setClock("2027-01-01T15:30:00Z", mei);
    const before = await received(mei);
    await setClock("2027-01-01T16:30:00Z", mei);
    const { createdAt, ...added } = await add();
    expect(added).toEqual({ prices, createdByEmail: admin.email });
    await add({ validFrom: "2028-01-03", rates: rates.toReversed() });
    const { items, ...page } = await list();
    expect(page).toEqual({ total: 3, today: "2027-01-02", currentFrom: "2027-01-02" });
    expect(items.map((item) => [item.prices.validFrom, item.createdByEmail])).toEqual([
      ["2028-01-03", admin.email],
      ["2027-01-02", admin.email],
      ["2026-01-01", admin.email],
    ]);
    expect(items[0]?.prices.rates).toEqual(rates);
    expect(items[2]?.prices.source).toBe(usualPricesSource);
    expect(items[1]).toEqual({ ...added, createdAt });
    const after = await received(mei);
    const old = { freeUntil: "2027-01-31", dayCents: 20, capCents: 2_000 };
    expect(await storageOf(mei, before.id)).toMatchObject(old);
    expect(after.storage).toMatchObject({ freeUntil: "2027-01-12", dayCents: 98, capCents: 5_000 });
    const entry = await app.database.kysely
      .selectFrom("auditLog")
      .select(["actorId", "target", "after"])
      .where("action", "=", "storageRates.addStorageRates")
      .orderBy("id")
      .executeTakeFirst();
    expect(entry).toEqual({ actorId: admin.userId, target: "2027-01-02", after: prices });
  });

  test("of a day are added once, whoever adds them at once", async () => {
    const manager = await anAdmin(app);
    const day = { validFrom: "2027-03-01" };
    const answers = await Promise.allSettled([add(day), add({ ...day, rates }, manager), add(day)]);
    const rejected = answers.filter(({ status }) => status === "rejected");
    expect(rejected).toHaveLength(2);
    for (const { reason: error } of rejected as PromiseRejectedResult[]) {
      await expectApiError(Promise.reject(error as Error), "storage_rates_exist");
    }
    const { items } = await list();
    expect(items.filter((item) => item.prices.validFrom === day.validFrom)).toHaveLength(1);
  });

  test.each<[string, Partial<Prices>]>([
    ["invalid_storage_day", { validFrom: "2027-01-01" }],
    ["invalid_storage_day", { validFrom: "2028-01-04" }],
    ["missing_information", { source: " " }],
    ["invalid_input", { validFrom: "2027-02-30" }],
    ["invalid_input", { source: "x".repeat(201) }],
    ["invalid_input", { stepGrams: 0 }],
    ["invalid_input", { volumeDivisor: 6_000.5 }],
    ["invalid_input", { rates: rates.slice(1) }],
    ["invalid_input", { rates: rates.map((rate) => ({ ...rate, plan: null })) }],
    ["invalid_input", { rates: [...rates, ...rates] }],
    ["invalid_input", { rates: rates.map((rate) => ({ ...rate, capCents: rate.dayCents - 1 })) }],
    ["invalid_input", { rates: rates.map((rate) => ({ ...rate, freeDays: -1 })) }],
  ])("are refused with %s where %o", async (code, changes) => {
    const { total } = await list();
    await expectApiError(add(changes), code as "invalid_input");
    expect((await list()).total).toBe(total);
  });
});
