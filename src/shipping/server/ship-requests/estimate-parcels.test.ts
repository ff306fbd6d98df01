// What sending parcels of the shelf would cost, which package would be used, and what would refuse it.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { emptyRecipient } from "#catalogue/rules/recipient.ts";
import { expectApiError } from "#test/api-errors.ts";
import { declareParcel, freshNumber } from "#test/inbound-parcels.ts";
import { aPackage } from "#test/packages.ts";
import { aWarehouse } from "#test/receiving.ts";
import {
  aShipper,
  packingDesk,
  receivedPackage,
  recipient,
  request,
  shelvedParcel,
  type PackingDesk,
} from "#test/ship-requests.ts";
import { testApp, type ApiClient, type TestApp } from "#test/test-app.ts";
import type { TestPerson } from "#test/users.ts";

type Input = Parameters<ApiClient["shipRequests"]["estimateParcels"]>[0];

let app: TestApp;
let desk: PackingDesk;
beforeAll(async () => {
  app = await testApp();
  desk = await packingDesk(app);
  return () => app.close();
});

const estimate = (
  { api }: TestPerson,
  inboundParcelIds: readonly string[],
  input: Partial<Input> = {},
) => api.shipRequests.estimateParcels({ inboundParcelIds: [...inboundParcelIds], ...input });

const { name: fullName, latinName: _none, importerReference: _number, ...contact } = recipient;
const profile = { ...contact, fullName, country: "MY" };

describe("prices", () => {
  test("Without an address services are priced for a country, and what is missing stands beside", async () => {
    const customer = await aShipper(desk);
    const loose = await shelvedParcel(desk, customer);
    const found = await estimate(customer, [loose], { countryCode: "MY" });
    expect(found).toMatchObject({ countryCode: "MY", recipientSource: "none", parcelsCount: 1 });
    expect(found.recipient).toEqual({ ...emptyRecipient, name: "Mei Chan" });
    expect(found.recipientFaults.map(({ field }) => field)).toEqual([
      "phone",
      "address",
      "city",
      "postalCode",
    ]);
    const open = found.items.filter(({ reasons }) => reasons.length === 0);
    expect(open.length).toBeGreaterThan(1);
    for (const { fromCents, toCents, addressFaults } of open) {
      expect(fromCents).toBeGreaterThan(0);
      expect(toCents).toBeGreaterThanOrEqual(fromCents ?? 0);
      expect(addressFaults.length).toBeGreaterThan(0);
    }
    const cheapest = Math.min(...open.map(({ toCents }) => toCents ?? Infinity));
    expect(found.expectedCents).toBe(cheapest + found.boxCents);
  });

  test("Without a country there are no services; the profile's is used once it is there", async () => {
    const customer = await aShipper(desk);
    const loose = await shelvedParcel(desk, customer);
    expect(await estimate(customer, [loose])).toMatchObject({
      countryCode: null,
      items: [],
      expectedCents: null,
      fromGrams: 300,
      changes: [{ inboundParcelId: loose, changeCents: null }],
    });
    const { of } = (await estimate(customer, [loose])).goesBy;
    expect(of).toBeGreaterThan(2);
    expect((await estimate(customer, [loose])).goesBy.count).toBe(of);
    // No suggested rule lets it go by mail.
    await customer.api.goods.saveItems({
      inboundParcelId: loose,
      items: [{ description: "Spray paint", flags: ["aerosol"] }],
    });
    expect((await estimate(customer, [loose])).goesBy).toEqual({ count: 0, of });
    expect((await estimate(customer, [loose], { countryCode: "MY" })).goesBy.count).toBe(0);
    await customer.api.goods.saveItems({
      inboundParcelId: loose,
      items: [{ description: "Cotton socks" }],
    });
    await customer.api.users.updateProfile(profile);
    expect(await estimate(customer, [loose])).toMatchObject({
      countryCode: "MY",
      recipientSource: "profile",
      recipient: { name: fullName, city: "Kuala Lumpur" },
      recipientFaults: [],
    });
  });

  test("Of a package's parcels it says what the estimate of the package says", async () => {
    const customer = await aShipper(desk);
    const { packageId, parcelIds } = await receivedPackage(desk, customer, [400, 300]);
    const { packageId: _id, ...ofPackage } = await customer.api.shipRequests.estimateShipping({
      packageId,
    });
    expect(await estimate(customer, parcelIds)).toMatchObject(ofPackage);
    const withoutPackaging = [parcelIds[0] ?? ""];
    const { packageId: _same, ...losing } = await customer.api.shipRequests.estimateShipping({
      packageId,
      withoutPackaging,
    });
    expect(await estimate(customer, parcelIds, { withoutPackaging })).toMatchObject(losing);
  });

  test("What each parcel changes is the price of the other choice less this one", async () => {
    const customer = await aShipper(desk);
    const [one, two, three] = [
      await shelvedParcel(desk, customer, 300),
      await shelvedParcel(desk, customer, 900),
      await shelvedParcel(desk, customer, 1800),
    ];
    const to = { countryCode: "MY" };
    const priceOf = async (...ids: string[]) => (await estimate(customer, ids, to)).expectedCents;
    const { changes, expectedCents } = await estimate(customer, [one, two], to);
    const by = new Map(changes.map((change) => [change.inboundParcelId, change.changeCents]));
    expect(changes).toHaveLength(3);
    expect(by.get(one)).toBe(((await priceOf(two)) ?? 0) - (expectedCents ?? 0));
    expect(by.get(two)).toBe(((await priceOf(one)) ?? 0) - (expectedCents ?? 0));
    expect(by.get(three)).toBe(((await priceOf(one, two, three)) ?? 0) - (expectedCents ?? 0));
    expect(by.get(two)).toBeLessThan(0);
    expect(by.get(three)).toBeGreaterThan(0);
  });

  test("Others are the newest 50 of the same warehouse that go with no request", async () => {
    const customer = await aShipper(desk);
    const elsewhere = await aWarehouse(desk.admin);
    const requested = await receivedPackage(desk, customer, [400]);
    await request(customer, requested.packageId);
    const far = await shelvedParcel(desk, customer, 300, elsewhere);
    const awaited = await declareParcel(customer);
    const loose = await shelvedParcel(desk, customer);
    const other = await receivedPackage(desk, customer, [200]);
    const { changes } = await estimate(customer, [loose], { countryCode: "MY" });
    const ids = changes.map(({ inboundParcelId }) => inboundParcelId);
    expect(ids).toEqual([loose, ...other.parcelIds]);
    expect(ids).not.toContain(far);
    expect(ids).not.toContain(awaited.id);
    await sql`
      insert into inbound_parcels (user_id, warehouse_id, source, state, received_at, weight_grams, created_at, updated_at)
      select ${customer.userId}, ${desk.warehouseId}, 'scanned', 'received', now(), 100, now() - n * interval '1 minute', now()
      from generate_series(1, 60) n
    `.execute(app.database.kysely);
    const many = await estimate(customer, [loose], { countryCode: "MY" });
    expect(many.changes).toHaveLength(51);
  });
});

describe("the package that is used", () => {
  test("is a new one, which uses one of the quota, or the oldest that they are in", async () => {
    const customer = await aShipper(desk);
    const loose = await shelvedParcel(desk, customer);
    expect(await estimate(customer, [loose], { countryCode: "MY" })).toMatchObject({
      package: null,
      mergedPackages: [],
      usesQuota: true,
      remainingPackages: 50,
      planMaxWeightGrams: 4_000,
      obstacle: null,
    });
    const oldest = await receivedPackage(desk, customer, [400]);
    const newer = await receivedPackage(desk, customer, [300]);
    const chosen = [...newer.parcelIds, loose, ...oldest.parcelIds];
    const { trackingNumber, number } = (
      await customer.api.packages.readPackage({ packageId: oldest.packageId })
    ).package;
    expect(await estimate(customer, chosen)).toMatchObject({
      countryCode: "MY",
      package: { id: oldest.packageId, number, trackingNumber },
      mergedPackages: [{ id: newer.packageId }],
      usesQuota: false,
      recipientSource: "package",
      recipient,
      obstacle: null,
    });
  });

  test("says the same of what refuses it as the request does", async () => {
    const customer = await aShipper(desk);
    const { parcelIds, packageId } = await receivedPackage(desk, customer, [400]);
    const loose = await shelvedParcel(desk, customer);
    const far = await shelvedParcel(desk, customer, 300, await aWarehouse(desk.admin));
    const obstacleOf = async (ids: readonly string[], countryCode = "MY") => {
      const { obstacle } = await estimate(customer, ids, { countryCode });
      const shipping = customer.api.shipRequests.shipParcels({
        inboundParcelIds: [...ids],
        countryCode,
        recipient,
        paymentMode: "quote_first",
        idempotencyKey: randomUUID(),
      });
      await expect(shipping).rejects.toMatchObject({ code: obstacle ?? "unexpected" });
      return obstacle;
    };
    expect(await obstacleOf([loose, far])).toBe("warehouses_differ");
    expect(await obstacleOf(parcelIds, "JP")).toBe("destinations_differ");
    const set = (subscription: "Super" | null, packageQuota: number) =>
      app.database.kysely
        .updateTable("profiles")
        .set({ subscription, packageQuota })
        .where("id", "=", customer.userId)
        .execute();
    await set("Super", 0);
    expect(await obstacleOf([loose])).toBe("quota_exceeded");
    await set(null, 0);
    expect(await obstacleOf([loose])).toBe("subscription_required");
    expect((await estimate(customer, parcelIds)).obstacle).toBeNull();
    await request(customer, packageId);
    expect(await obstacleOf([...parcelIds, loose])).toBe("ship_request_open");
    expect((await estimate(customer, [...parcelIds, loose])).beingSent).toMatchObject(
      parcelIds.map((inboundParcelId) => ({ inboundParcelId, package: { id: packageId } })),
    );
    expect((await estimate(customer, [loose], { countryCode: "MY" })).beingSent).toEqual([]);
  });

  test("An admin uses no quota", async () => {
    const loose = await shelvedParcel(desk, desk.admin);
    expect(await estimate(desk.admin, [loose], { countryCode: "MY" })).toMatchObject({
      usesQuota: false,
      obstacle: null,
    });
  });
});

test("Without a choice it is for all that could go, from one warehouse, at most 50", async () => {
  const customer = await aShipper(desk);
  const all = () => customer.api.shipRequests.estimateParcels({ countryCode: "MY" });
  await expectApiError(all(), "nothing_to_ship");
  await declareParcel(customer);
  const requested = await receivedPackage(desk, customer, [400]);
  await request(customer, requested.packageId);
  await expectApiError(all(), "nothing_to_ship");
  await shelvedParcel(desk, customer, 300, await aWarehouse(desk.admin));
  const loose = await shelvedParcel(desk, customer);
  const other = await receivedPackage(desk, customer, [200]);
  const found = await all();
  expect(found.inboundParcelIds).toEqual([loose, ...other.parcelIds]);
  expect(found).toEqual(
    await estimate(customer, [loose, ...other.parcelIds], { countryCode: "MY" }),
  );
  await sql`
    insert into inbound_parcels (user_id, warehouse_id, source, state, received_at, weight_grams, created_at, updated_at)
    select ${customer.userId}, ${desk.warehouseId}, 'scanned', 'received', now(), 100, now() - n * interval '1 minute', now()
    from generate_series(1, 60) n
  `.execute(app.database.kysely);
  expect((await all()).inboundParcelIds).toHaveLength(50);
});

test("Others' parcels are not found, and what is not here is refused", async () => {
  const customer = await aShipper(desk);
  const loose = await shelvedParcel(desk, customer);
  const others = await shelvedParcel(desk, await aShipper(desk));
  await expectApiError(estimate(customer, [loose, others]), "not_found");
  const { id } = await declareParcel(customer);
  await expectApiError(estimate(customer, [loose, id]), "inbound_parcel_not_free");
});

test("Recent recipients are the last five different ones, without the profile's", async () => {
  const customer = await aShipper(desk);
  await customer.api.users.updateProfile(profile);
  const recent = async () => (await customer.api.packages.listRecentRecipients({})).items;
  await receivedPackage(desk, customer, [300]);
  expect(await recent()).toEqual([]);
  for (const name of ["Ann", "Bob", "Cy", "Ann", "Dee", "Eve", "Fay"]) {
    app.clock.advance(1_000);
    const places = { trackingNumber: freshNumber(), destination: "Malaysia" };
    await aPackage(customer, { ...places, recipient: { ...recipient, name } });
  }
  const found = await recent();
  expect(found.map((one) => one.recipient.name)).toEqual(["Fay", "Eve", "Dee", "Ann", "Cy"]);
  expect(found[0]).toEqual({
    recipient: { ...recipient, name: "Fay" },
    destination: "Malaysia",
    countryCode: "MY",
  });
  const stranger = await aShipper(desk);
  expect((await stranger.api.packages.listRecentRecipients({})).items).toEqual([]);
});
