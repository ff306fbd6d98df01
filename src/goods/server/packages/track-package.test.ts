import { beforeAll, expect, test } from "vitest";
import type { Package } from "#goods/contract/packages.ts";
import { aPackage } from "#test/packages.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp } from "#test/test-app.ts";

let app: TestApp;
let mei: TestPerson;
let tom: TestPerson;
let pkg: Package;

beforeAll(async () => {
  app = await testApp();
  const admin = await anAdmin(app);
  [mei, tom] = [await aCustomer(app, { plan: "Premium" }), await aCustomer(app)];
  pkg = await aPackage(mei, { trackingNumber: "jd01-2345-6789" });
  const [, leg] = pkg.legs;
  await admin.api.packages.updateLeg({
    legId: leg?.id ?? "",
    origin: "Hong Kong",
    destination: "Singapore",
    carrier: "Hong Kong Post",
    trackingNumber: "eb 000717595 hk",
    estimatedDeparture: null,
    estimatedArrival: null,
    notes: null,
  });
  return () => app.close();
});

async function foundBy(person: TestPerson, trackingNumber: string): Promise<string[]> {
  const { items } = await person.api.packages.trackPackage({ trackingNumber });
  return items.map((item) => item.package.id);
}

test("tracking is for signed-in users, by a number of bounded length", async () => {
  const { api } = app.client();
  await expectApiError(api.packages.trackPackage({ trackingNumber: "1" }), "signed_out");
  await expect(
    mei.api.packages.trackPackage({ trackingNumber: "9".repeat(101) }),
  ).rejects.toMatchObject({ code: "invalid_input" });
});

test.each([["JD01-2345-6789"], [" jd0123456789"], ["EB000717595HK"], ["eb-000717595-hk "]])(
  "%s finds the own package",
  async (number) => {
    expect(await foundBy(mei, number)).toEqual([pkg.id]);
  },
);

test.each([[""], [" - "], ["JD0123456780"], ["%"], ["JD01"]])(
  "%j finds nothing",
  async (number) => {
    expect(await foundBy(mei, number)).toEqual([]);
  },
);

test("another customer's number finds nothing", async () => {
  expect(await foundBy(tom, "JD0123456789")).toEqual([]);
  expect(await foundBy(tom, "EB000717595HK")).toEqual([]);
});

test("a package is found with its legs and events", async () => {
  const { items } = await mei.api.packages.trackPackage({ trackingNumber: "JD0123456789" });
  expect(items[0]?.package.legs).toHaveLength(3);
  expect(items[0]?.events.map(({ kind }) => kind)).toEqual([
    "package_created",
    "leg_dates_changed",
  ]);
  // Customers do not see which admin it was.
  expect(JSON.stringify(items)).not.toContain("actorEmail");
});
