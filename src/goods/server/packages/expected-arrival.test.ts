// One date: it depends on the service until one is accepted, and follows that one then, on every page and in every email.
import { beforeAll, expect, test } from "vitest";
import {
  aShipper,
  packedRequest,
  packingDesk,
  receivedPackage,
  type PackingDesk,
} from "#test/ship-requests.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import type { TestPerson } from "#test/users.ts";

let app: TestApp;
let desk: PackingDesk;

beforeAll(async () => {
  app = await testApp();
  desk = await packingDesk(app);
  return () => app.close();
});

async function lastOf(customer: TestPerson, packageId: string) {
  const { estimates } = await customer.api.packages.readPackage({ packageId });
  return estimates.at(-1);
}

async function sharedOf(customer: TestPerson, packageId: string) {
  const { url } = await customer.api.packageShares.shareOwnPackage({ packageId, hasPhotos: false });
  const token = new URL(url).pathname.split("/").at(-1) ?? "";
  return await app.client().api.packageShares.readShared({ token });
}

const day = 86_400_000;

test("before acceptance the arrival depends on the service, on the shared page too, and legs keep their dates", async () => {
  const customer = await aShipper(desk);
  const { packageId } = await receivedPackage(desk, customer);
  const { package: pkg } = await customer.api.packages.readPackage({ packageId });
  expect(pkg.legs.at(-1)?.estimatedArrival).not.toBeNull();
  const open = { dependsOnService: true, earliestAt: null, latestAt: null, basis: null };
  expect(await lastOf(customer, packageId)).toMatchObject(open);
  expect((await sharedOf(customer, packageId)).estimates.at(-1)).toMatchObject(open);
});

test.each([
  ["hk-post-surface", 2 * 7, 8 * 7],
  ["hk-post-air", 9, 20],
] as const)(
  "after the acceptance of %s it follows that service",
  async (serviceCode, atLeast, atMost) => {
    const customer = await aShipper(desk);
    const packed = await packedRequest(desk, customer);
    const packageId = packed.packageId ?? "";
    const quote = packed.quotes.find(({ service }) => service.code === serviceCode);
    await customer.api.shipRequests.acceptQuote({ quoteId: quote?.id ?? "" });
    const last = await lastOf(customer, packageId);
    expect(last).toMatchObject({ dependsOnService: false, basis: "published" });
    const now = app.clock.now().getTime();
    const days = (at: string | null | undefined) => (Date.parse(at ?? "") - now) / day;
    expect(days(last?.earliestAt)).toBeGreaterThanOrEqual(atLeast - 1);
    expect(days(last?.latestAt)).toBeLessThanOrEqual(atMost + 1);
    expect(days(last?.latestAt)).toBeGreaterThan(atMost - 7);
    const shared = (await sharedOf(customer, packageId)).estimates.at(-1);
    // Milliseconds later.
    expect(shared?.latestAt?.slice(0, 10)).toBe(last?.latestAt?.slice(0, 10));
    await customer.api.shipRequests.cancelShipRequest({ shipRequestId: packed.id });
    expect(await lastOf(customer, packageId)).toMatchObject({ dependsOnService: true });
  },
);
