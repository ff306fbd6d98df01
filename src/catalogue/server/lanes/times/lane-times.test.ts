import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Package } from "#goods/contract/packages.ts";
import { countries, type CountryCode } from "#catalogue/rules/country.ts";
import { countryName } from "#catalogue/rules/country-name.ts";
import { freshNumber } from "#test/inbound-parcels.ts";
import { aPackage } from "#test/packages.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import {
  deliverMessages,
  fakeTracking,
  numberLeg,
  providerEvent,
  providerMessage,
} from "#test/tracking.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { trackingSandboxOf } from "#test/tracking-sandbox.ts";
import { createSeventeenTrack } from "#tracking/server/adapters/tracking/seventeen-track.ts";
import type { CurrentTracking } from "#tracking/server/adapters/tracking/tracking.ts";
import { sandboxTrackingAccess } from "#app/server/open-sandboxes.ts";
import {
  completeExpectations,
  aggregateLaneTimes,
} from "#goods/server/packages/legs/expectations.ts";
import { describeTimes } from "#app/server/content-pages/content-pages.ts";

let app: TestApp;
let admin: TestPerson;
let customer: TestPerson;
const fake = fakeTracking();
let provider: CurrentTracking = fake.currentTracking;

/** The built page, whose place for the lanes is all that matters here. */
const clientFolder = mkdtempSync(join(tmpdir(), "sampan-times-"));
for (const name of [
  "index.html",
  "__spa-fallback.html",
  "times/index.html",
  "zh-cn/times/index.html",
]) {
  mkdirSync(dirname(join(clientFolder, name)), { recursive: true });
  writeFileSync(join(clientFolder, name), "<html><head></head><body>%ARTICLE%</body></html>");
}
afterAll(() => rmSync(clientFolder, { recursive: true }));

async function readPage(path: string): Promise<string> {
  const response = await app.client().fetch(path);
  expect(response.status).toBe(200);
  return await response.text();
}

beforeAll(async () => {
  app = await testApp({ currentTracking: () => provider(), clientFolder });
  [admin, customer] = await Promise.all([anAdmin(app), aCustomer(app, { plan: "Premium" })]);
  await app.database.kysely.updateTable("profiles").set({ packageQuota: 500 }).execute();
  app.clock.set("2026-10-01T00:00:00Z");
  return () => app.close();
});

const hourMilliseconds = 3_600_000;
const dayMilliseconds = 24 * hourMilliseconds;

function after(days: number, from = new Date("2026-10-01T00:00:00Z")): Date {
  return new Date(from.getTime() + days * dayMilliseconds);
}

type Sent = { readonly pkg: Package; readonly number: string };

/** A package from Hong Kong, whose only leg has a number. */
async function send(destination: CountryCode): Promise<Sent> {
  const pkg = await aPackage(customer, {
    trackingNumber: freshNumber(),
    origin: "Hong Kong",
    destination: countryName(destination, "en"),
  });
  const number = freshNumber();
  const [leg] = pkg.legs;
  if (leg === undefined) throw new Error("There is no leg.");
  const { id: legId, origin, carrier } = leg;
  const dates = { estimatedDeparture: null, estimatedArrival: null };
  await admin.api.packages.updateLeg({
    legId,
    origin,
    destination: leg.destination,
    carrier,
    ...dates,
    notes: null,
    trackingNumber: number,
  });
  return { pkg, number };
}

/** What the carrier says of a parcel that departs and is seen once in between; `days` null: it is on its way. */
function reportOf({ number }: Sent, departed: Date, days: number | null) {
  return providerMessage(number, [
    providerEvent("departed", departed),
    ...(days === null
      ? []
      : [
          providerEvent("moving", after(1, departed)),
          providerEvent("delivered", after(days, departed)),
        ]),
  ]);
}

async function report(...facts: Parameters<typeof reportOf>): Promise<void> {
  await deliverMessages(app, reportOf(...facts));
}

async function storedTimes() {
  return await app.database.kysely
    .selectFrom("laneTimes")
    .selectAll()
    .orderBy("destination")
    .orderBy("month")
    .execute();
}

async function expectationsOf({ pkg }: Sent) {
  const { estimates } = await customer.api.packages.readPackage({ packageId: pkg.id });
  const shipment = await admin.api.packages.readShipment({ packageId: pkg.id });
  expect(shipment.estimates).toEqual(estimates);
  return estimates;
}

async function lateAt(
  moment: string,
  kind: "late_legs" | "silent_legs" | "stalled_legs",
): Promise<string[]> {
  app.clock.set(moment);
  const { items, total } = await admin.api.admin.listWorkItems({ kind: "late", pageSize: 100 });
  expect(total).toBe(items.length);
  return items.filter(({ lateness }) => lateness?.includes(kind)).map(({ name }) => name);
}

test("the page says honestly that nothing was measured yet", async () => {
  const { items } = await app.client().api.lanes.readTimes({});
  expect(items).toEqual([]);
  const page = await describeTimes(app.services, "en");
  expect(page.article).toContain("Nothing has been measured yet");
  expect(page.article).toContain("20 packages");
});

/** Follows numbers at the sandbox instead of the fake provider. */
function followAtSandbox() {
  const { config, sandboxes } = app;
  const tracking = createSeventeenTrack({
    ...sandboxTrackingAccess(config),
    fetch: async (request) => (await sandboxes.trackingSandbox?.fetch(request)) ?? Response.error(),
    pauseMilliseconds: 0,
  });
  provider = () => Promise.resolve(tracking);
  return trackingSandboxOf(app);
}

test("Shown by 5: 40 delivered parcels make 'half within 9 days', and a 41st turns late on the right day", async () => {
  // Half took up to 9 days, nine in ten up to 12, the slowest 20.
  const days = [...Array(21).keys()].map((index) => 5 + (index % 5));
  days.push(...Array(15).fill(12), ...Array(4).fill(20));
  expect(days).toHaveLength(40);
  // Too few to be shown, and in the month before.
  await report(await send("KR"), after(-12), 8);
  const sandbox = followAtSandbox();
  for (const count of days) {
    const { number } = await send("JP");
    await sandbox.play(number, [
      { afterHours: 6, status: "InTransit_Departure" },
      { afterHours: 24, status: "InTransit_Other" },
      // Twenty hours of the last day are a begun day.
      { afterHours: count * 24 - 4 - 24, status: "Delivered_Other" },
    ]);
  }
  await app.runJobs();
  app.clock.set(after(30));
  await sandbox.receivePushes();
  await aggregateLaneTimes(app.services);

  const { items } = await app.client().api.lanes.readTimes({});
  expect(items).toEqual([
    {
      carrierCode: "hk-post",
      service: "air",
      origin: "HK",
      destination: "JP",
      halfDays: 9,
      mostDays: 12,
      parcelsCount: 40,
      since: "2026-10-01",
    },
  ]);
  const page = await describeTimes(app.services, "en");
  expect(page.article).toContain("<dt>Half arrived within</dt><dd>9 days</dd>");
  expect(page.article).toContain("<dt>Nine in ten within</dt><dd>12 days</dd>");
  expect(page.article).toContain("Hong Kong to Japan");
  expect(page.article).not.toContain("Korea");
  expect(await readPage("/times")).toContain(page.article);
  expect(await readPage("/zh-cn/times")).toMatch(/香港 → 日本.*9 天/);
  const chinese = await describeTimes(app.services, "zh-Hant-HK");
  expect(chinese.article).toMatch(/香港 → 日本.*9 天/);

  // A Monday; the twelfth day is a Saturday, so that a business day later is Monday the 16th.
  app.clock.set("2026-11-02T06:00:00Z");
  const parcel = await send("JP");
  await sandbox.play(parcel.number, [
    { afterHours: 1, status: "InTransit_Departure" },
    { afterHours: 24, status: "InTransit_Other" },
    { afterHours: 13 * 24, status: "Delivered_Other" },
  ]);
  await app.runJobs();
  expect((await expectationsOf(parcel))[0]?.basis).toBe("measured");
  app.clock.set("2026-11-03T07:00:00Z");
  await sandbox.receivePushes();
  expect(await expectationsOf(parcel)).toEqual([
    {
      legNumber: 1,
      earliestAt: "2026-11-11T07:00:00.000Z",
      latestAt: "2026-11-14T07:00:00.000Z",
      dependsOnService: false,
      basis: "measured",
      parcelsCount: 40,
      since: "2026-10-01T00:00:00.000Z",
      isLate: false,
      silentDays: null,
      silenceOneIn: null,
    },
  ]);
  expect(await lateAt("2026-11-16T07:00:00Z", "late_legs")).toEqual([]);
  expect(await lateAt("2026-11-16T07:00:01Z", "late_legs")).toEqual([parcel.pkg.trackingNumber]);
  expect((await expectationsOf(parcel))[0]?.isLate).toBe(true);
  const { stages } = await admin.api.admin.readDashboard({});
  expect(stages.find(({ stage }) => stage === "late")).toMatchObject({ count: 1 });

  // It is delivered after all.
  await sandbox.receivePushes();
  provider = fake.currentTracking;
  expect(await lateAt("2026-11-17T00:00:00Z", "late_legs")).toEqual([]);
});

describe("counting", () => {
  test("again changes nothing, and includes what was corrected late", async () => {
    const before = await storedTimes();
    expect(before.map(({ destination, month }) => [destination, month])).toEqual([
      ["JP", "2026-10-01"],
      ["KR", "2026-09-01"],
    ]);
    await Promise.all([aggregateLaneTimes(app.services), aggregateLaneTimes(app.services)]);
    const after41 = await storedTimes();
    expect(after41.filter(({ month }) => month !== "2026-11-01")).toEqual(before);
    await aggregateLaneTimes(app.services);
    expect(await storedTimes()).toEqual(after41);

    // The parcel to Korea arrived in October; its row of September has nothing left.
    await app.database.kysely
      .updateTable("shippingLegs")
      .set({ arrivedAt: new Date("2026-10-02T00:00:00Z") })
      .where("destination", "=", "South Korea")
      .execute();
    await aggregateLaneTimes(app.services);
    const corrected = (await storedTimes()).filter(({ destination }) => destination === "KR");
    expect(corrected.map(({ month }) => month)).toEqual(["2026-10-01"]);
    expect(corrected[0]?.daysHistogram.indexOf(1)).toBe(13);
  });

  test("that fails in between leaves the counts of before, and the next one completes them", async () => {
    const before = await storedTimes();
    await app.database.kysely.deleteFrom("laneTimes").where("month", "=", "2026-10-01").execute();
    await aggregateLaneTimes(app.services);
    expect(await storedTimes()).toEqual(before);
  });
});

test("a leg of which only staff know is measured, but not how long it was without news", async () => {
  app.clock.set("2026-11-10T00:00:00Z");
  const [leg] = (await send("CA")).pkg.legs;
  const legId = leg?.id ?? "";
  await admin.api.packages.setLegStatus({ legId, status: "in_transit" });
  app.clock.set("2026-11-17T12:00:00Z");
  await admin.api.packages.setLegStatus({ legId, status: "delivered" });
  await aggregateLaneTimes(app.services);
  const [month] = (await storedTimes()).filter(({ destination }) => destination === "CA");
  expect(month?.daysHistogram.indexOf(1)).toBe(8);
  expect(month?.silenceHistogram.every((count) => count === 0)).toBe(true);
});

test("a span is fixed at the departure, moves with it, and follows a corrected carrier", async () => {
  app.clock.set("2026-11-18T00:00:00Z");
  const parcel = await send("JP");
  await report(parcel, after(47), null);
  const [leg] = parcel.pkg.legs;
  const latest = async () => (await expectationsOf(parcel))[0];
  expect(await latest()).toMatchObject({ latestAt: after(61).toISOString() });
  // What others take later does not change what was said of it.
  await app.database.kysely.deleteFrom("laneTimes").execute();
  expect(await latest()).toMatchObject({ basis: "measured", latestAt: after(61).toISOString() });
  // The carrier says that it departed a day earlier.
  await deliverMessages(
    app,
    providerMessage(parcel.number, [providerEvent("picked_up", after(46))]),
  );
  expect(await latest()).toMatchObject({ latestAt: after(60).toISOString() });
  if (leg === undefined) throw new Error("There is no leg.");
  await numberLeg(app, admin, { ...leg, carrier: "Singapore Post" }, parcel.number);
  expect(await latest()).toMatchObject({ basis: "published", parcelsCount: null });
  // Staff choose another carrier of the number, which is named and expected from then on.
  const published = (await latest())?.latestAt;
  const { items } = await admin.api.tracking.listTrackers({ search: parcel.number });
  const trackerId = items.find(({ carrierCode }) => carrierCode === "sg-post")?.id ?? "";
  await admin.api.tracking.setCarrier({ trackerId, carrierCode: "sf-express" });
  const { package: named } = await customer.api.packages.readPackage({ packageId: parcel.pkg.id });
  expect(named.legs[0]?.carrier).toBe("SF Express");
  expect((await latest())?.latestAt).not.toBe(published);
  expect(await latest()).toMatchObject({ basis: "planned" });
  // As of a leg that departed before this was recorded.
  const nothingExpected = { transitSpan: null, lateAfter: null, silentDays: null };
  await app.database.kysely
    .updateTable("shippingLegs")
    .set(nothingExpected)
    .where("id", "=", leg.id)
    .execute();
  await completeExpectations(app.services);
  expect(await lateAt("2026-12-12T00:00:00Z", "late_legs")).toContain(parcel.pkg.trackingNumber);
  await admin.api.packages.setLegStatus({ legId: leg.id, status: "pending" });
  const { lateAfter, transitSpan } = await app.database.kysely
    .selectFrom("shippingLegs")
    .select(["lateAfter", "transitSpan"])
    .where("id", "=", leg.id)
    .executeTakeFirstOrThrow();
  expect([lateAfter, transitSpan]).toEqual([null, null]);
});

test("a leg is silent after five days without news, and how unusual that is is said where it was measured", async () => {
  await aggregateLaneTimes(app.services);
  app.clock.set("2026-11-20T00:00:00Z");
  const parcel = await send("FR");
  await report(parcel, new Date("2026-11-20T01:00:00Z"), null);
  const { trackingNumber } = parcel.pkg;
  expect(await lateAt("2026-11-25T01:00:00Z", "silent_legs")).not.toContain(trackingNumber);
  expect(await lateAt("2026-11-25T01:00:01Z", "silent_legs")).toContain(trackingNumber);
  // Its carrier reports, so that it is not listed a second time as stalled.
  expect(await lateAt("2026-11-28T02:00:00Z", "stalled_legs")).not.toContain(trackingNumber);
  expect((await expectationsOf(parcel))[0]).toMatchObject({
    silentDays: 8,
    silenceOneIn: null,
  });

  // To Japan, nine in ten of 41 parcels were without news for at most 13 days, so that 26 days count.
  app.clock.set("2026-11-20T00:00:00Z");
  const rough = await send("JP");
  const countSilent = async () => {
    const search = rough.number;
    return (await admin.api.tracking.listTrackers({ state: "silent", search })).total;
  };
  await report(rough, new Date("2026-11-20T01:00:00Z"), null);
  expect(await lateAt("2026-12-16T01:00:00Z", "silent_legs")).not.toContain(
    rough.pkg.trackingNumber,
  );
  expect(await countSilent()).toBe(0);
  expect(await lateAt("2026-12-16T01:00:01Z", "silent_legs")).toContain(rough.pkg.trackingNumber);
  expect(await countSilent()).toBe(1);
});

test("no arrival is named of what comes back", async () => {
  app.clock.set("2026-12-17T00:00:00Z");
  const parcel = await send("FR");
  const departed = providerEvent("departed", "2026-12-17T01:00:00Z");
  app.clock.set("2026-12-18T00:00:00Z");
  await deliverMessages(app, providerMessage(parcel.number, [departed]));
  expect((await expectationsOf(parcel))[0]?.latestAt).not.toBeNull();
  const returning = providerEvent("returning", "2026-12-17T05:00:00Z");
  await deliverMessages(app, providerMessage(parcel.number, [departed, returning]));
  expect((await expectationsOf(parcel))[0]).toMatchObject({ latestAt: null, basis: null });
});

test("at most 200 lanes are read, once in five minutes", async () => {
  const histogram = Array.from({ length: 61 }, (_, day) => (day === 9 ? 20 : 0));
  await app.database.kysely
    .insertInto("laneTimes")
    .values(
      countries.slice(0, 201).map(({ code }) => ({
        carrierCode: "dhl",
        service: "air" as const,
        origin: "SG" as const,
        destination: code,
        month: "2026-12-01",
        daysHistogram: histogram,
        silenceHistogram: histogram,
      })),
    )
    .execute();
  const countLanes = async () => (await app.client().api.lanes.readTimes({})).items.length;
  app.clock.set("2026-12-20T00:00:00Z");
  expect(await countLanes()).toBe(200);
  await app.database.kysely.deleteFrom("laneTimes").execute();
  app.clock.advance(5 * 60_000 - 1);
  expect(await countLanes()).toBe(200);
  app.clock.advance(1);
  expect(await countLanes()).toBe(0);
});
