// Goods that are a battery themselves, such as a power bank, have it in no device.
import { beforeAll, expect, test } from "vitest";
import type { BatteryKind } from "#catalogue/rules/shipping-service.ts";
import {
  aShipper,
  packingDesk,
  receivedPackage,
  request,
  type PackingDesk,
} from "#test/ship-requests.ts";
import { testApp, type TestApp } from "#test/test-app.ts";

let app: TestApp;
let desk: PackingDesk;
beforeAll(async () => {
  app = await testApp();
  desk = await packingDesk(app);
  return () => app.close();
});

const value = { unitValueMinor: 9_900, currency: "USD" } as const;

/** A received parcel of a customer, who states these goods. */
async function stated(...goods: readonly (readonly [string, BatteryKind | undefined])[]) {
  const customer = await aShipper(desk);
  const { packageId, parcelIds } = await receivedPackage(desk, customer, [300]);
  const [inboundParcelId = ""] = parcelIds;
  const { items } = await customer.api.goods.saveItems({
    inboundParcelId,
    items: goods.map(([description, battery]) => ({ ...value, description, battery })),
  });
  const batteries = items.map(({ battery }) => battery);
  return { customer, packageId, inboundParcelId, batteries };
}

test.each([
  ["Lithium-ion power banks", undefined, "loose"],
  // On the screen a customer says no more than that there is one.
  ["Lithium-ion power banks", "installed", "loose"],
  ["Power bank for iPhone", "installed", "loose"],
  ["AA batteries", undefined, "loose"],
  ["Power bank case", "installed", "installed"],
  ["Bluetooth speakers", "installed", "installed"],
  ["Laptop with a power bank", undefined, "unknown"],
  ["Lithium-ion battery packs", "packed", "packed"],
  ["Lithium-ion power banks", "none", "none"],
] as const)("of %s with %j said there is a battery that is %s", async (description, said, kind) => {
  expect((await stated([description, said])).batteries).toEqual([kind]);
});

test("a power bank goes by no service, and its customer is not asked whether it has a battery", async () => {
  const { customer, packageId, inboundParcelId } = await stated(["Power bank 20000mAh", undefined]);
  const { api } = customer;
  const { missing } = await api.shipRequests.readParcelsDeclaration({
    inboundParcelIds: [inboundParcelId],
  });
  expect(missing.flatMap(({ parts }) => parts)).toEqual([]);
  await expect(request(customer, packageId)).rejects.toMatchObject({ code: "goods_refused" });
  const { services } = await api.inboundParcels.readInboundParcel({ inboundParcelId });
  expect(services).toMatchObject({ count: 0, refused: "everywhere" });
});

test("what staff say of a battery stands, and another description is judged anew", async () => {
  const { inboundParcelId } = await stated(["Lithium-ion power banks", undefined]);
  const correct = async (change: { description?: string; battery?: BatteryKind }) => {
    const { items } = await desk.packer.api.goods.correctItems({
      inboundParcelId,
      corrections: [
        {
          index: 0,
          description: "Lithium-ion power banks",
          originCode: "CN",
          hsCode: "850760",
          netGrams: null,
          ...change,
        },
      ],
      reason: "I looked at it",
    });
    return items[0]?.battery;
  };
  expect(await correct({ battery: "installed" })).toBe("installed");
  expect(await correct({})).toBe("installed");
  expect(await correct({ description: "Bicycle lights" })).toBe("installed");
  expect(await correct({ battery: "installed" })).toBe("loose");
});
