import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Package } from "#goods/contract/packages.ts";
import { TrackingError } from "#tracking/server/adapters/tracking/tracking.ts";
import { enterWarehouse } from "#test/enter-warehouse.ts";
import { declareParcel, freshNumber } from "#test/inbound-parcels.ts";
import { aPackage } from "#test/packages.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import {
  deliverMessages,
  fakeTracking,
  numberLeg,
  providerEvent,
  providerMessage,
  sendSigned,
  type FakeTracking,
} from "#test/tracking.ts";
import { aCustomer, anAdmin, aStaffMember, type TestPerson } from "#test/users.ts";

let app: TestApp;
let admin: TestPerson;
let support: TestPerson;
let customer: TestPerson;
let fake: FakeTracking;
let pkg: Package;

beforeAll(async () => {
  fake = fakeTracking();
  app = await testApp({ currentTracking: fake.currentTracking });
  await enterWarehouse(app);
  // Not earlier than the real time, at which delayed jobs begin.
  app.clock.set(new Date());
  [admin, support, customer] = await Promise.all([
    anAdmin(app),
    aStaffMember(app, ["support"]),
    aCustomer(app, { plan: "Premium" }),
  ]);
  await app.database.kysely.updateTable("profiles").set({ packageQuota: 500 }).execute();
  return () => app.close();
});

beforeEach(async () => {
  pkg = await aPackage(customer, { trackingNumber: freshNumber() });
});

async function trackerOf(trackingNumber: string) {
  const pages = await Promise.all(
    [1, 2, 3].map((page) => support.api.tracking.listTrackers({ page, pageSize: 100 })),
  );
  const trackers = pages.flatMap(({ items }) => items);
  const tracker = trackers.find((one) => one.trackingNumber === trackingNumber);
  if (tracker === undefined) throw new Error(`Nothing follows ${trackingNumber}.`);
  return tracker;
}

async function declare(person: TestPerson, numbers: readonly string[]): Promise<void> {
  await person.api.inboundParcels.declareInboundParcels({
    items: numbers.map((trackingNumber) => ({ trackingNumber })),
    packageId: null,
    idempotencyKey: crypto.randomUUID(),
  });
}

describe("What is registered", () => {
  const registered = (number: string) =>
    fake.followed.find(({ trackingNumber }) => trackingNumber === number);

  test("has the last digits of the recipient's phone, or the customer's, where SF asks for them", async () => {
    const person = await aCustomer(app, { plan: "Premium" });
    await app.database.kysely
      .updateTable("profiles")
      .set({ phone: "+852 9123 4711" })
      .where("id", "=", person.userId)
      .execute();
    const own = await aPackage(person, { trackingNumber: freshNumber() });
    const [onLeg, declared, plain] = [freshNumber(), freshNumber(), "RR473124829GB"];
    await declareParcel(person, { trackingNumber: declared });
    await declareParcel(person, { trackingNumber: plain });
    await numberLeg(app, admin, { ...own.legs[2], carrier: null } as never, onLeg);
    await app.database.kysely
      .updateTable("packageRecipients")
      .set({ phone: "(02) 5550-0815" })
      .where("packageId", "=", own.id)
      .execute();
    const { id: trackerId } = await trackerOf(onLeg);
    const before = registered(onLeg);
    await support.api.tracking.retryTracker({ trackerId });
    await app.runJobs();
    const again = fake.followed.findLast(({ trackingNumber }) => trackingNumber === onLeg);
    expect([before, again, registered(declared), registered(plain)]).toMatchObject([
      { extra: expect.stringMatching(/^\d{4}$/) },
      { extra: "0815" },
      { extra: "4711" },
      { extra: null },
    ]);
  });

  test("B20: of a customer is limited for a day, and keeps a part of the month's quota for staff", async () => {
    const person = await aCustomer(app);
    const numbers = Array.from({ length: 52 }, freshNumber);
    fake.quota = 1_000;
    for (const part of [numbers.slice(0, 50), numbers.slice(50)]) {
      await declare(person, part);
    }
    const failing = new TrackingError("unavailable", "Try later", 60);
    fake.failure = failing;
    await app.runJobs();
    fake.failure = null;
    const registeredCount = () => numbers.filter((number) => registered(number)).length;
    expect(registeredCount()).toBe(0);
    app.clock.advance(61_000);
    await app.runJobs({ withDelayed: true });
    expect(registeredCount()).toBe(50);
    const waiting = numbers.find((number) => !registered(number)) ?? "";
    expect(await trackerOf(waiting)).toMatchObject({
      state: "new",
      lastError: "The customer has registered as many numbers as one may in a day.",
    });
    // The next day only the reserve is left beside the number of the leg.
    fake.quota = Math.ceil((fake.followed.length + 1) / 0.8);
    app.clock.advance(25 * 3_600_000);
    const number = freshNumber();
    await numberLeg(app, admin, pkg.legs[2], number);
    expect([registered(number) !== undefined, registeredCount()]).toEqual([true, 50]);
    expect((await trackerOf(waiting)).lastError).toMatch(/reserved for legs/);
    fake.quota = 1_000;
    app.clock.advance(25 * 3_600_000);
    await app.services.jobs.enqueue(app.services.db, "follow-tracker", { trackerIds: [] });
    await app.runJobs();
    expect(registeredCount()).toBe(52);
  });

  test("are registered 40 at a time, legs first, after as long as the provider says, and not twice", async () => {
    const count = fake.followed.length;
    fake.failure = new TrackingError("rate_limited", "Too many requests", 600);
    const numbers = Array.from({ length: 45 }, freshNumber);
    await declare(customer, numbers.slice(0, 1));
    await declare(customer, numbers.slice(1));
    const number = freshNumber();
    await numberLeg(app, admin, pkg.legs[2], number);
    fake.failure = null;
    await app.runJobs();
    expect(fake.followed).toHaveLength(count);
    app.clock.advance(600_000);
    await app.runJobs({ withDelayed: true });
    const followed = fake.followed.slice(count).map(({ trackingNumber }) => trackingNumber);
    const expected = [number, ...numbers];
    expect(followed).toHaveLength(new Set(followed).size);
    expect(followed).toEqual(expect.arrayContaining(expected));
    expect(followed.indexOf(number)).toBeLessThan(40);
    const tracker = await trackerOf(number);
    expect(fake.followed.find((one) => one.trackingNumber === number)?.tag).toBe(tracker.id);
  });
});

describe("A provider that fails", () => {
  const failures = [
    ["is down", new TrackingError("unavailable", "It cannot be reached")],
    ["answers something else", new TrackingError("malformed_answer", "It is not JSON")],
    ["limits requests", new TrackingError("rate_limited", "Too many requests", 5_400)],
  ] as const;

  test.each(failures)(
    "and %s is asked again, and nothing of it reaches customers",
    async (_what, failure) => {
      fake.failure = failure;
      const number = freshNumber();
      await numberLeg(app, admin, pkg.legs[2], number);
      const legId = pkg.legs[2]?.id ?? "";
      expect(await trackerOf(number)).toMatchObject({ state: "new", lastError: failure.message });
      expect((await support.api.tracking.readTracking({})).quota).toBeNull();
      const { isQueued } = await customer.api.tracking.refreshTracking({ legId });
      const { package: read } = await customer.api.packages.readPackage({ packageId: pkg.id });
      expect([isQueued, read.legs[2]?.trackingNumber]).toEqual([true, number]);
      // Messages of what it follows are processed meanwhile.
      await deliverOne(number);
      const attempts: number[] = [];
      for (let minute = 0; minute < 60; minute += 5) {
        app.clock.advance(5 * 60_000);
        const before = fake.calls;
        await app.runJobs({ withDelayed: true });
        attempts.push(fake.calls - before);
      }
      expect(fake.followed.some(({ trackingNumber }) => trackingNumber === number)).toBe(false);
      const asked = attempts.reduce((total, count) => total + count, 0);
      // Twice as late each time, or as the provider says; the customer's wish is tried four times. Beside that it is asked
      // every five minutes whether it answers again.
      expect(asked).toBeLessThanOrEqual((failure.retryAfterSeconds === null ? 12 : 4) + 12);
      fake.failure = null;
      app.clock.advance(3_600_000);
      await app.runJobs({ withDelayed: true });
      expect(await trackerOf(number)).toMatchObject({ state: "following", lastError: null });
    },
  );

  /** Other jobs fail meanwhile. */
  async function deliverOne(number: string): Promise<void> {
    const message = providerMessage(number, [providerEvent("moving", app.clock.now())]);
    expect((await sendSigned(app, JSON.stringify(message))).status).toBe(200);
    await app.runJobs();
    const { package: read } = await customer.api.packages.readPackage({ packageId: pkg.id });
    expect(read.legs[2]?.status).toBe("in_transit");
  }
});

test("the number of a deleted package, or of a leg without one, is stopped, and its events stay", async () => {
  const [ofDeleted, ofEmptied] = [freshNumber(), freshNumber()];
  const other = await aPackage(customer, { trackingNumber: freshNumber() });
  await numberLeg(app, admin, pkg.legs[2], ofDeleted);
  await numberLeg(app, admin, other.legs[2], ofEmptied);
  await deliverMessages(
    app,
    providerMessage(ofDeleted, [providerEvent("moving", app.clock.now())]),
    providerMessage(ofEmptied, [providerEvent("moving", app.clock.now())]),
  );
  await admin.api.packages.deletePackage({ packageId: pkg.id });
  await numberLeg(app, admin, other.legs[2], null);
  const { package: read } = await customer.api.packages.readPackage({ packageId: other.id });
  expect(read.legs[2]?.status).toBe("in_transit");
  app.clock.advance(8 * 86_400_000);
  await app.services.jobs.enqueue(app.services.db, "stop-trackers", { trackerIds: [] });
  await app.runJobs();
  for (const number of [ofDeleted, ofEmptied]) {
    expect(await trackerOf(number)).toMatchObject({ state: "ended", uses: [] });
    expect(fake.stopped).toContain(number);
  }
  const events = await app.database.kysely
    .selectFrom("trackingEvents")
    .innerJoin("trackers", "trackers.id", "trackingEvents.trackerId")
    .select("trackers.id")
    .where("trackers.trackingNumber", "in", [ofDeleted, ofEmptied])
    .execute();
  expect(events).toHaveLength(2);
});
