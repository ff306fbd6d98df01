import { beforeAll, expect, test } from "vitest";
import type { TrackingStage } from "#tracking/rules/tracking-stages.ts";
import { expectApiError } from "#test/api-errors.ts";
import { enterWarehouse } from "#test/enter-warehouse.ts";
import { declareParcel, freshNumber } from "#test/inbound-parcels.ts";
import { aPackage } from "#test/packages.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { deliverMessages, fakeTracking, providerEvent, providerMessage } from "#test/tracking.ts";
import { aCustomer, anAdmin, aStaffMember, type TestPerson } from "#test/users.ts";

let app: TestApp;
let admin: TestPerson;
let support: TestPerson;
let customer: TestPerson;

beforeAll(async () => {
  app = await testApp({ currentTracking: fakeTracking().currentTracking });
  await enterWarehouse(app);
  [admin, support, customer] = await Promise.all([
    anAdmin(app),
    aStaffMember(app, ["support"]),
    aCustomer(app),
  ]);
  // Carriers name seconds.
  app.clock.set(new Date(Math.ceil(app.clock.now().getTime() / 1000) * 1000));
  return () => app.close();
});

test("an inbound parcel that its courier loses or sends back is asked about until staff answer or it is awaited no longer", async () => {
  const startedAt = app.clock.now();
  const hour = (hours: number) => new Date(startedAt.getTime() + hours * 3_600_000);
  const number = freshNumber();
  const { id: subjectId } = await declareParcel(customer, { trackingNumber: number });
  const parcelQuestions = async () => {
    const { items, total } = await support.api.tracking.listQuestions({ page: 1, pageSize: 100 });
    const { work } = await support.api.tracking.readTracking({});
    expect([total, work.questions]).toEqual([items.length, items.length]);
    return items.filter((item) => item.inboundParcelId === subjectId);
  };
  const report = async (stage: TrackingStage, hours: number) => {
    app.clock.advance(60_000);
    await deliverMessages(app, providerMessage(number, [providerEvent(stage, hour(hours))]));
  };
  await report("delayed", 1);
  expect(await parcelQuestions()).toEqual([]);
  await report("returning", 2);
  await report("lost", 4);
  await report("damaged", 3);
  expect(await parcelQuestions()).toMatchObject([
    { question: "lost", trackingNumber: number, legNumber: null, packageId: null },
  ]);
  const note = "Asked the shop";
  await expectApiError(
    support.api.tracking.answerQuestion({ subjectId, questionAt: hour(2).toISOString(), note }),
    "conflict",
  );
  const answer = { subjectId, questionAt: hour(4).toISOString(), note };
  await Promise.all([
    support.api.tracking.answerQuestion(answer),
    support.api.tracking.answerQuestion(answer),
  ]);
  expect(await parcelQuestions()).toEqual([]);
  const audited = await admin.api.audit.listEntries({ action: "tracking.answerQuestion" });
  expect(
    audited.items.filter((one) => one.target === subjectId && one.errorCode === null),
  ).toHaveLength(1);
  await report("returned", 6);
  expect((await parcelQuestions()).map(({ question }) => question)).toEqual(["returned"]);
  const details = await admin.api.inboundParcels.readAnyInboundParcel({
    inboundParcelId: subjectId,
  });
  expect(details.carrierEvents.map(({ stage }) => stage)).toEqual([
    "returned",
    "lost",
    "damaged",
    "returning",
    "delayed",
  ]);
  await customer.api.inboundParcels.cancelInboundParcel({ inboundParcelId: subjectId });
  expect(await parcelQuestions()).toEqual([]);
});

test("before a warehouse was entered staff are asked nothing about parcels, and numbers lead to their packages", async () => {
  const fresh = await testApp({ currentTracking: fakeTracking().currentTracking });
  try {
    const staff = await aStaffMember(fresh, ["support"]);
    const owner = await aCustomer(fresh, { plan: "Basic" });
    const { id: packageId, trackingNumber } = await aPackage(owner, {
      trackingNumber: freshNumber(),
    });
    const at = new Date(fresh.clock.now().getTime() + 3_600_000);
    fresh.clock.advance(60_000);
    const event = providerEvent("lost", new Date(Math.floor(at.getTime() / 1000) * 1000));
    await deliverMessages(fresh, providerMessage(trackingNumber, [event]));
    const asked = async () => {
      const { items } = await staff.api.tracking.listQuestions({ page: 1, pageSize: 100 });
      return items.map(({ question }) => question);
    };
    const usesOf = async () => {
      const { items } = await staff.api.tracking.listTrackers({ state: "all" });
      return items.flatMap(({ uses }) => uses).map((use) => [use.packageId, use.inboundParcelId]);
    };
    expect(await asked()).toEqual([]);
    expect(await usesOf()).toEqual([[packageId, null]]);
    await enterWarehouse(fresh);
    expect(await asked()).toEqual(["lost"]);
    expect(await usesOf()).toEqual([[packageId, expect.any(String)]]);
  } finally {
    await fresh.close();
  }
});
