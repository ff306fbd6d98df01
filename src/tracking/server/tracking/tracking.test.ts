import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Package } from "#goods/contract/packages.ts";
import type { TrackingStage } from "#tracking/rules/tracking-stages.ts";
import {
  TrackingError,
  type ProviderEvent,
  type ProviderTracker,
} from "#tracking/server/adapters/tracking/tracking.ts";
import { expectApiError } from "#test/api-errors.ts";
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
  type FakeTracking,
} from "#test/tracking.ts";
import { aCustomer, anAdmin, aStaffMember, type TestPerson } from "#test/users.ts";

let app: TestApp;
let admin: TestPerson;
let support: TestPerson;
let customer: TestPerson;
let fake: FakeTracking;

beforeAll(async () => {
  fake = fakeTracking();
  app = await testApp({ currentTracking: fake.currentTracking });
  await enterWarehouse(app);
  [admin, support, customer] = await Promise.all([
    anAdmin(app),
    aStaffMember(app, ["support"]),
    aCustomer(app, { plan: "Premium" }),
  ]);
  await app.database.kysely.updateTable("profiles").set({ packageQuota: 500 }).execute();
  await app.database.kysely
    .updateTable("carriers")
    .set({ providerCarrier: "17001" })
    .where("code", "=", "hk-post")
    .execute();
  return () => app.close();
});

let pkg: Package;
let startedAt: Date;
beforeEach(async () => {
  // Carriers name seconds.
  app.clock.set(new Date(Math.ceil(app.clock.now().getTime() / 1000) * 1000));
  startedAt = app.clock.now();
  pkg = await aPackage(customer, { trackingNumber: freshNumber() });
});

/** So many hours after the package was added; messages come after the latest one. */
const hour = (hours: number) => new Date(startedAt.getTime() + hours * 3_600_000);

type Step = [stage: TrackingStage, hours: number, changes?: Partial<ProviderEvent>];

function eventsOf(steps: readonly Step[]): ProviderEvent[] {
  return steps.map(([stage, hours, changes]) => providerEvent(stage, hour(hours), changes));
}

async function legs(packageId = pkg.id) {
  const { package: read } = await customer.api.packages.readPackage({ packageId });
  return [read.status, ...read.legs.map(({ status, statusSource }) => `${status} ${statusSource}`)];
}

async function questions() {
  const { items } = await support.api.tracking.listQuestions({ page: 1, pageSize: 100 });
  return items.filter(({ packageId }) => packageId === pkg.id).map(({ question }) => question);
}

async function trackerOf(trackingNumber: string) {
  const search = ` ${trackingNumber.slice(2, 5)}-${trackingNumber.slice(5).toLowerCase()} `;
  const { items } = await support.api.tracking.listTrackers({ search });
  const tracker = items.find((one) => one.trackingNumber === trackingNumber);
  if (tracker === undefined) throw new Error(`Nothing follows ${trackingNumber}.`);
  return tracker;
}

const atHongKong = { country: "HK" };
const atSingapore = { country: "SG" };
const atUnitedStates = { country: "US" };

const stories: [what: string, on: number[], steps: Step[], ends: string[], asked: string[]][] = [
  [
    "one number on two legs",
    [2, 3],
    [
      ["announced", 0],
      ["departed", 1, atHongKong],
      ["arrived", 2, atSingapore],
      ["customs", 3, atUnitedStates],
      ["out_for_delivery", 4, atUnitedStates],
      ["delivered", 5, atUnitedStates],
    ],
    ["delivered", "delivered route", "delivered carrier", "delivered carrier"],
    [],
  ],
  [
    "one that returns",
    [3],
    [
      ["departed", 1],
      ["returning", 2],
      ["returned", 3],
    ],
    ["in_transit", "delivered route", "delivered route", "in_transit carrier"],
    ["returned"],
  ],
  [
    "one of which customs ask",
    [3],
    [
      ["customs", 1],
      ["customs_information_required", 2],
    ],
    ["in_transit", "delivered route", "delivered route", "in_transit carrier"],
    ["customs_information_required"],
  ],
  [
    "one that customs released after asking",
    [3],
    [
      ["customs_information_required", 2],
      ["customs_released", 3],
    ],
    ["in_transit", "delivered route", "delivered route", "in_transit carrier"],
    [],
  ],
];

describe("Shown by 2, by hand: stories", () => {
  test.each(stories)("%s end as in the table", async (_what, on, steps, ends, asked) => {
    const number = freshNumber();
    for (const legNumber of on) await numberLeg(app, admin, pkg.legs[legNumber - 1], number);
    app.clock.set(hour(24));
    const events = eventsOf(steps);
    for (const [index] of events.entries()) {
      await deliverMessages(app, providerMessage(number, events.slice(0, index + 1)));
    }
    expect(await legs()).toEqual(ends);
    expect(await questions()).toEqual(asked);
  });

  test("a leg whose carrier is silent is delivered by the next leg's", async () => {
    const [silent, second] = [freshNumber(), freshNumber()];
    await numberLeg(app, admin, pkg.legs[1], silent);
    await numberLeg(app, admin, pkg.legs[2], second);
    app.clock.set(hour(24));
    await deliverMessages(app, providerMessage(silent, eventsOf([["departed", 1]])));
    expect(await legs()).toEqual([
      "in_transit",
      "delivered route",
      "in_transit carrier",
      "pending staff",
    ]);
    await deliverMessages(app, providerMessage(second, eventsOf([["picked_up", 20]])));
    expect(await legs()).toEqual([
      "in_transit",
      "delivered route",
      "delivered route",
      "in_transit carrier",
    ]);
  });

  test("the customer reads the carrier's words, gets one email a departure, and staff the history", async () => {
    const number = freshNumber();
    await numberLeg(app, admin, pkg.legs[2], number);
    app.clock.set(hour(24));
    const words = `<b>Held</b> \u202Eevil\u0000${"x".repeat(10_000)}`;
    const events = eventsOf([
      ["departed", 1, { description: "Left the hub", place: "Singapore", country: "SG" }],
      ["moving", 2, { description: words }],
    ]);
    const before = await app.emailsTo(customer.email);
    await deliverMessages(app, providerMessage(number, events.slice(0, 1)));
    await deliverMessages(app, providerMessage(number, events));
    const emails = await app.emailsTo(customer.email);
    expect(emails.length - before.length).toBe(1);
    const { items } = await customer.api.packages.trackPackage({ trackingNumber: number });
    const [latest, first] = items[0]?.carrierEvents ?? [];
    expect(first).toMatchObject({
      legNumber: 3,
      stage: "departed",
      description: "Left the hub",
      place: "Singapore",
      country: "SG",
      occurredAt: hour(1).toISOString(),
      utcOffsetMinutes: 0,
      timeConfidence: "exact",
      byStaff: false,
    });
    expect(latest?.description).toMatch(/^Held evilx+$/);
    expect(latest?.description).toHaveLength(500);
    const shipment = await admin.api.packages.readShipment({ packageId: pkg.id });
    const moves = shipment.events.filter(({ byCarrier }) => byCarrier);
    expect(moves.map(({ kind, legNumber, after }) => [kind, legNumber, after])).toEqual([
      ["leg_status_changed", 1, "delivered"],
      ["leg_status_changed", 2, "delivered"],
      ["leg_status_changed", 3, "in_transit"],
      ["package_status_changed", null, "in_transit"],
    ]);
  });
});

describe("Staff's word", () => {
  test("G26: stands against older events, and a newer contradiction is asked about", async () => {
    const number = freshNumber();
    const leg = pkg.legs[2];
    await numberLeg(app, admin, leg, number);
    app.clock.set(hour(10));
    await admin.api.packages.setLegStatus({ legId: leg?.id ?? "", status: "delivered" });
    app.clock.set(hour(24));
    await deliverMessages(app, providerMessage(number, eventsOf([["moving", 9]])));
    expect([(await legs()).at(-1), await questions()]).toEqual(["delivered staff", []]);
    await deliverMessages(app, providerMessage(number, eventsOf([["moving", 12]])));
    expect([(await legs()).at(-1), await questions()]).toEqual([
      "delivered staff",
      ["contradiction"],
    ]);
    const answer = {
      subjectId: leg?.id ?? "",
      questionAt: hour(12).toISOString(),
      note: "Called them",
    };
    await expectApiError(
      support.api.tracking.answerQuestion({ ...answer, questionAt: hour(9).toISOString() }),
      "conflict",
    );
    await expectApiError(
      support.api.tracking.answerQuestion({ ...answer, note: " " }),
      "invalid_input",
    );
    await support.api.tracking.answerQuestion(answer);
    await support.api.tracking.answerQuestion(answer);
    expect(await questions()).toEqual([]);
    const audited = await admin.api.audit.listEntries({ action: "tracking.answerQuestion" });
    const done = audited.items.filter(({ errorCode }) => errorCode === null);
    expect(done.map(({ reason, before }) => [reason, before])).toEqual([
      ["Called them", { packageId: pkg.id, question: "contradiction" }],
    ]);
    app.clock.set(hour(25));
    await deliverMessages(app, providerMessage(number, eventsOf([["moving", 24]])));
    expect([(await legs()).at(-1), await questions()]).toEqual([
      "delivered staff",
      ["contradiction"],
    ]);
    await admin.api.packages.setLegStatus({ legId: leg?.id ?? "", status: "in_transit" });
    expect(await questions()).toEqual([]);
  });

  test("is also what they add about a carrier that cannot be followed, once", async () => {
    const legId = pkg.legs[2]?.id ?? "";
    app.clock.set(hour(5));
    const occurredAt = hour(4).toISOString();
    const event = { legId, stage: "delivered" as const, occurredAt, description: "By phone" };
    await admin.api.tracking.addEvent(event);
    await admin.api.tracking.addEvent(event);
    const { package: read, carrierEvents } = await customer.api.packages.readPackage({
      packageId: pkg.id,
    });
    expect([read.status, read.legs[2]?.arrivedAt]).toEqual(["delivered", occurredAt]);
    expect(carrierEvents).toMatchObject([{ description: "By phone", byStaff: true, legNumber: 3 }]);
    const later = { ...event, occurredAt: hour(6).toISOString() };
    await expectApiError(admin.api.tracking.addEvent(later), "invalid_input");
  });
});

describe("Numbers", () => {
  test("that change are followed no longer: events stay with the number, statuses with the leg", async () => {
    const [old, other] = [freshNumber(), freshNumber()];
    await numberLeg(app, admin, pkg.legs[2], old);
    app.clock.set(hour(24));
    await deliverMessages(app, providerMessage(old, eventsOf([["departed", 1]])));
    await numberLeg(app, admin, pkg.legs[2], other);
    await deliverMessages(app, providerMessage(old, eventsOf([["delivered", 2]])));
    expect((await legs()).at(-1)).toBe("in_transit carrier");
    const { carrierEvents } = await customer.api.packages.readPackage({ packageId: pkg.id });
    expect(carrierEvents).toEqual([]);
    // Typed again: what was reported meanwhile applies.
    await numberLeg(app, admin, pkg.legs[2], old);
    expect((await legs()).at(-1)).toBe("delivered carrier");
  });

  test("whose carrier the provider changes are routed by their tag, and one of two carriers is never guessed", async () => {
    const number = freshNumber();
    const other = await aPackage(customer, { trackingNumber: freshNumber() });
    await numberLeg(app, admin, pkg.legs[2], number);
    const first = await trackerOf(number);
    await support.api.tracking.setCarrier({ trackerId: first.id, carrierCode: "hk-post" });
    await app.runJobs();
    await numberLeg(app, admin, other.legs[2], number);
    const { items } = await support.api.tracking.listTrackers({ search: number });
    const second = items.find(({ id }) => id !== first.id);
    app.clock.set(hour(24));
    const ends = async () => [(await legs()).at(-1), (await legs(other.id)).at(-1)];
    const tell = async (stage: TrackingStage, at: number, from: Partial<ProviderTracker>) => {
      await deliverMessages(app, providerMessage(number, eventsOf([[stage, at]]), from));
      return await ends();
    };
    expect(await tell("moving", 1, { providerCarrier: "17001" })).toEqual([
      "in_transit carrier",
      "pending staff",
    ]);
    expect(await tell("delivered", 2, { providerCarrier: "99999" })).toEqual([
      "in_transit carrier",
      "pending staff",
    ]);
    const changed = { providerCarrier: "99999", tag: second?.id ?? "" };
    expect(await tell("moving", 3, changed)).toEqual(["in_transit carrier", "in_transit carrier"]);
    expect(await tell("delivered", 4, { providerCarrier: "99999" })).toEqual([
      "in_transit carrier",
      "delivered carrier",
    ]);
  });

  test("of cancelled packages move nothing", async () => {
    const number = freshNumber();
    await numberLeg(app, admin, pkg.legs[2], number);
    await customer.api.packages.cancelPackage({ packageId: pkg.id });
    await deliverMessages(app, providerMessage(number, [providerEvent("moving", app.clock.now())]));
    expect(await legs()).toEqual(["cancelled", ...pkg.legs.map(() => "cancelled staff")]);
  });

  test("of inbound parcels tell when the courier delivered them, and never receive them", async () => {
    const number = freshNumber();
    const other = await aCustomer(app);
    const [mine, theirs] = [
      await declareParcel(customer, { trackingNumber: number }),
      await declareParcel(other, { trackingNumber: number }),
    ];
    await app.runJobs();
    expect(fake.followed.filter((one) => one.trackingNumber === number)).toHaveLength(1);
    app.clock.set(hour(24));
    await deliverMessages(
      app,
      providerMessage(
        number,
        eventsOf([
          ["delivered", 3],
          ["delivered", 2],
        ]),
      ),
    );
    for (const [person, { id }] of [
      [customer, mine],
      [other, theirs],
    ] as const) {
      const { parcel } = await person.api.inboundParcels.readInboundParcel({ inboundParcelId: id });
      expect([parcel.state, parcel.courierDeliveredAt]).toEqual([
        "expected",
        hour(2).toISOString(),
      ]);
      const read = await person.api.inboundParcels.readInboundParcel({ inboundParcelId: id });
      expect(read.carrierEvents.map((event) => [event.occurredAt, event.legNumber])).toEqual([
        [hour(3).toISOString(), null],
        [hour(2).toISOString(), null],
      ]);
    }
    const [corrected] = [freshNumber()];
    const fields = {
      trackingNumber: corrected,
      carrierCode: null,
      shop: "",
      orderReference: "",
    };
    await customer.api.inboundParcels.changeDeclaration({ inboundParcelId: mine.id, fields });
    await customer.api.inboundParcels.cancelInboundParcel({ inboundParcelId: mine.id });
    expect((await trackerOf(number)).uses.map(({ inboundParcelId }) => inboundParcelId)).toEqual([
      theirs.id,
    ]);
    expect((await trackerOf(corrected)).uses).toEqual([]);
  });
});

describe("Followed numbers", () => {
  test("staff read what is followed, and choose the carrier of a number that is not found", async () => {
    const number = freshNumber();
    await numberLeg(app, admin, { ...pkg.legs[2], carrier: null } as never, number);
    const { id: trackerId } = await trackerOf(number);
    const toCheck = async () => {
      const { items } = await support.api.tracking.listTrackers({
        state: "to_check",
        pageSize: 100,
      });
      return items.some(({ id }) => id === trackerId);
    };
    expect(await toCheck()).toBe(false);
    app.clock.advance(73 * 3_600_000);
    expect(await toCheck()).toBe(true);
    const { work: workBefore } = await support.api.tracking.readTracking({});
    await support.api.tracking.setCarrier({ trackerId, carrierCode: "hk-post" });
    await app.runJobs();
    expect(fake.changed.at(-1)).toMatchObject({
      number: { trackingNumber: number },
      carrier: "17001",
    });
    expect(await trackerOf(number)).toMatchObject({ carrierCode: "hk-post", state: "following" });
    const { carriers, quota, isConfigured, work } = await support.api.tracking.readTracking({});
    expect(work.toCheck).toBe(workBefore.toCheck - 1);
    expect(isConfigured).toBe(true);
    expect(quota?.total).toBe(fake.quota);
    const post = carriers.find(({ carrierCode }) => carrierCode === "hk-post");
    expect(post?.followedCount).toBeGreaterThan(0);
    // What is refused waits for staff, who try again.
    fake.refused.set(number, "invalid_number");
    await support.api.tracking.stopTracker({ trackerId });
    await app.runJobs();
    expect(fake.stopped.at(-1)).toBe(number);
    await support.api.tracking.retryTracker({ trackerId });
    await app.runJobs();
    const known = await trackerOf(number);
    expect([known.state, known.lastError]).toEqual(["failed", "Refused: invalid_number"]);
  });

  test("a customer asks for news once in ten minutes, and only of an own leg", async () => {
    const number = freshNumber();
    await numberLeg(app, admin, pkg.legs[2], number);
    const legId = pkg.legs[2]?.id ?? "";
    app.clock.set(hour(24));
    const known = providerMessage(number, eventsOf([["moving", 3]]));
    fake.known.set(number, known);
    const ask = async () => (await customer.api.tracking.refreshTracking({ legId })).isQueued;
    expect([await ask(), await ask()]).toEqual([true, false]);
    await app.runJobs();
    expect((await legs()).at(-1)).toBe("in_transit carrier");
    app.clock.advance(600_000);
    expect(await ask()).toBe(true);
    const other = await aCustomer(app);
    await expectApiError(other.api.tracking.refreshTracking({ legId }), "not_found");
  });

  test("are stopped seven days after their last news once nothing needs them", async () => {
    const number = freshNumber();
    await numberLeg(app, admin, pkg.legs[2], number);
    app.clock.set(hour(24));
    await deliverMessages(app, providerMessage(number, eventsOf([["delivered", 3]])));
    const stop = () =>
      app.services.jobs.enqueue(app.services.db, "stop-trackers", { trackerIds: [] });
    app.clock.set(hour(3 + 7 * 24));
    await stop();
    await app.runJobs();
    expect((await trackerOf(number)).state).toBe("following");
    app.clock.advance(1);
    await stop();
    await app.runJobs();
    expect((await trackerOf(number)).state).toBe("ended");
    expect(fake.stopped).toContain(number);
  });

  test("show since when the provider fails, until a request to it succeeds", async () => {
    const delayedSince = async () =>
      (await customer.api.tracking.readProviderDelay({})).delayedSince;
    expect(await delayedSince()).toBeNull();
    fake.failure = new TrackingError("rate_limited", "Too many requests", 600);
    await numberLeg(app, admin, pkg.legs[2], freshNumber());
    expect(await delayedSince()).toBeNull();
    fake.failure = new TrackingError("unavailable", "No answer");
    await numberLeg(app, admin, pkg.legs[1], freshNumber());
    const since = app.clock.now().toISOString();
    expect(await delayedSince()).toBe(since);
    app.clock.advance(5 * 60_000);
    await app.runJobs({ withDelayed: true });
    expect(await delayedSince()).toBe(since);
    fake.failure = null;
    app.clock.advance(5 * 60_000);
    await app.runJobs({ withDelayed: true });
    expect(await delayedSince()).toBeNull();
  });

  test("without a provider nothing runs, and with one what was there before is followed", async () => {
    fake.isConfigured = false;
    const number = freshNumber();
    await numberLeg(app, admin, pkg.legs[2], number);
    const legId = pkg.legs[2]?.id ?? "";
    expect((await trackerOf(number)).state).toBe("new");
    expect(await customer.api.tracking.refreshTracking({ legId })).toEqual({ isQueued: false });
    await admin.api.packages.setLegStatus({ legId, status: "in_transit" });
    expect((await support.api.tracking.readTracking({})).isConfigured).toBe(false);
    fake.isConfigured = true;
    await app.services.jobs.enqueue(app.services.db, "poll-silent-trackers", {});
    await app.runJobs();
    expect((await trackerOf(number)).state).toBe("following");
  });
});
