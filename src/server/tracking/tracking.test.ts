import { beforeAll, expect, test } from "vitest";
import { freshNumber } from "#testing/inbound-parcels.ts";
import { aPackage } from "#testing/packages.ts";
import { testApp, type TestApp } from "#testing/test-app.ts";
import {
  deliverMessages,
  fakeTracking,
  providerEvent,
  providerMessage,
  type FakeTracking,
} from "#testing/tracking.ts";
import { aCustomer, anAdmin, type TestPerson } from "#testing/users.ts";

let app: TestApp;
let admin: TestPerson;
let customer: TestPerson;
let fake: FakeTracking;

beforeAll(async () => {
  fake = fakeTracking();
  app = await testApp({ tracking: fake.services });
  [admin, customer] = await Promise.all([anAdmin(app), aCustomer(app, { plan: "Premium" })]);
  return () => app.close();
});

test("a number of a leg is followed and moves it", async () => {
  const number = freshNumber();
  const pkg = await aPackage(customer);
  const leg = pkg.legs[1];
  if (leg === undefined) throw new Error();
  await admin.api.packages.updateLeg({
    legId: leg.id,
    origin: leg.origin,
    destination: leg.destination,
    carrier: leg.carrier,
    trackingNumber: number,
    estimatedDeparture: null,
    estimatedArrival: null,
    notes: null,
  });
  await app.runJobs();
  expect(fake.followed.map(({ trackingNumber }) => trackingNumber)).toContain(number);
  await deliverMessages(app, providerMessage(number, [providerEvent("departed", app.clock.now())]));
  const { package: read } = await customer.api.packages.readPackage({ packageId: pkg.id });
  expect(read.legs.map(({ status, statusSource }) => [status, statusSource])).toEqual([
    ["delivered", "route"],
    ["in_transit", "carrier"],
    ["pending", "staff"],
  ]);
});
