import { beforeAll, describe, expect, test } from "vitest";
import type { ServiceDetails } from "#catalogue/rules/service-version.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testSurcharge } from "#test/priced-services.ts";
import { acceptedServices } from "#test/seeded-services.ts";
import { warehouseFields } from "#test/warehouses.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { anAdmin, aStaffMember, type TestPerson } from "#test/users.ts";

let app: TestApp;
let manager: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  app = await testApp();
  app.clock.set("2031-04-05T02:00:00Z");
  admin = await anAdmin(app);
  manager = await aStaffMember(app, ["manager"]);
  await admin.api.warehouses.createWarehouse(warehouseFields());
  return () => app.close();
});

const today = "2031-04-05";

function detailsOf(code: string, changes: Partial<ServiceDetails>): ServiceDetails {
  const service = acceptedServices.find((one) => one.code === code);
  if (service === undefined) throw new Error("It is not seeded.");
  const { id: _id, code: _code, version: _version, ...details } = service;
  return { ...details, validFrom: today, source: "Price list of 2031", ...changes };
}

async function add(code: string, expectedVersion: number, details: ServiceDetails) {
  return await manager.api.shippingServices.addServiceVersion({ code, expectedVersion, details });
}

async function currentOf(code: string) {
  const { items } = await manager.api.shippingServices.listShippingServices({});
  return items.find((item) => item.code === code);
}

describe("a version of a service", () => {
  test("counts from its day on, names who added it, and leaves the one before as it was", async () => {
    const code = "sg-post-surface";
    const before = await currentOf(code);
    const first = await manager.api.shippingServices.readServiceVersion({
      serviceId: before?.current?.id ?? "",
    });
    const changed = detailsOf(code, {
      maximumSideMm: 1500,
      validFrom: "2031-05-01",
      surcharges: [testSurcharge("fuel_percent", 1250)],
    });
    expect(await add(code, 1, changed)).toMatchObject({
      version: 2,
      validFrom: "2031-05-01",
      createdByEmail: manager.email,
    });
    const listed = await currentOf(code);
    expect([listed?.current?.version, listed?.later.map(({ version }) => version)]).toEqual([
      1,
      [2],
    ]);
    const { items, currentId } = await manager.api.shippingServices.listServiceVersions({ code });
    expect(items.map(({ version }) => version)).toEqual([2, 1]);
    expect(currentId).toBe(first.id);
    const { details } = await manager.api.shippingServices.readServiceVersion({
      serviceId: items[0]?.id ?? "",
    });
    expect(details).toEqual(changed);
    expect(await manager.api.shippingServices.readServiceVersion({ serviceId: first.id })).toEqual(
      first,
    );
    const entries = await admin.api.audit.listEntries({
      action: "shippingServices.addServiceVersion",
      page: 1,
      pageSize: 1,
    });
    expect(entries.items[0]).toMatchObject({
      actorEmail: manager.email,
      target: code,
      before: { version: 1, maximumSideMm: null },
      after: { version: 2, maximumSideMm: 1500, source: "Price list of 2031" },
    });
  });

  test("closes a service and opens it again, for quotes too", async () => {
    const code = "hk-post-surface";
    const codes = async () =>
      (await app.client().api.quotes.listServices({})).items.map((item) => item.code);
    expect(await codes()).not.toContain(code);
    await add(code, 1, detailsOf(code, { source: "For ship requests too" }));
    expect(await codes()).toContain(code);
    await add(code, 2, detailsOf(code, { isActive: false, source: "No longer offered" }));
    expect(await codes()).not.toContain(code);
    await add(code, 3, detailsOf(code, { source: "Offered again" }));
    expect(await codes()).toContain(code);
  });

  test("is added once by those who add it at once, and never over a newer one", async () => {
    const code = "sg-post-air";
    const details = detailsOf(code, {});
    const added = await Promise.allSettled([1, 2, 3, 4].map(() => add(code, 1, details)));
    expect(added.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expectApiError(add(code, 1, details), "conflict");
    await expectApiError(add(code, 0, details), "service_exists");
    expect((await currentOf(code))?.current?.version).toBe(2);
  });

  test("is refused where its figures contradict one another, or name what does not exist", async () => {
    const code = "line-eu";
    const own = { originCode: "HK", destinationCode: null, carrierCode: "hk-post" } as const;
    const legs = (pricedBy: string | null) => [{ ...own, pricedBy }];
    const wrong = async (changes: Partial<ServiceDetails>) =>
      await add(code, 0, detailsOf("hk-post-air", changes));
    await expectApiError(wrong({ rates: [] }), "invalid_input");
    await expectApiError(wrong({ originCode: "CN" }), "invalid_input");
    await expectApiError(wrong({ carrierCode: "no-such-carrier" }), "carrier_not_found");
    for (const pricedBy of ["no-such-service", "via-singapore-air", code]) {
      await expectApiError(wrong({ legs: legs(pricedBy) }), "service_leg_not_priced");
    }
    await expectApiError(
      wrong({ legs: legs("hk-post-air"), currency: "HKD" }),
      "service_leg_not_priced",
    );
    await expectApiError(wrong({ validFrom: "2031-04-04" }), "invalid_storage_day");
    expect(await currentOf(code)).toBeUndefined();
    const names = { en: "Line to Europe", "zh-Hant-HK": "歐洲專線", "zh-Hans": "欧洲专线" };
    expect(await add(code, 0, detailsOf("hk-post-air", { names, source: " " }))).toMatchObject({
      version: 1,
      name: "Line to Europe",
      source: "",
    });
    expect((await add(code, 1, detailsOf("hk-post-air", { source: "" }))).version).toBe(2);
    const closed = { isActive: false, source: " " };
    await expectApiError(add(code, 2, detailsOf("hk-post-air", closed)), "missing_information");
    await add(code, 2, detailsOf("hk-post-air", { ...closed, source: "The line ended" }));
    await expectApiError(
      add(code, 3, detailsOf("hk-post-air", { source: "" })),
      "missing_information",
    );
  });

  test("keeps the rates of the version before without being sent them", async () => {
    const code = "sg-post-surface";
    const versionOf = async () => {
      const { items } = await manager.api.shippingServices.listServiceVersions({ code });
      const serviceId = items[0]?.id ?? "";
      return await manager.api.shippingServices.readServiceVersion({ serviceId });
    };
    const before = await versionOf();
    const kept = { code, expectedVersion: before.version, keepsRates: true };
    const details = detailsOf(code, { rates: [], isActive: true, source: "Kept" });
    await manager.api.shippingServices.addServiceVersion({ ...kept, details });
    const after = await versionOf();
    expect([after.version, after.details.source]).toEqual([before.version + 1, "Kept"]);
    expect(after.details.rates).toEqual(before.details.rates);
    expect(after.details.rates).not.toEqual([]);
    const nothingToKeep = { code: "line-us", expectedVersion: 0, keepsRates: true, details };
    await expectApiError(
      manager.api.shippingServices.addServiceVersion(nothingToKeep),
      "invalid_input",
    );
    expect(await currentOf("line-us")).toBeUndefined();
    const copy = { ...nothingToKeep, ratesOf: before.id };
    const added = await manager.api.shippingServices.addServiceVersion(copy);
    const copied = await manager.api.shippingServices.readServiceVersion({ serviceId: added.id });
    expect([copied.version, copied.details.rates]).toEqual([1, before.details.rates]);
  });
});
