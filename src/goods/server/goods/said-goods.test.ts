// What is said of a parcel as a whole is judged as goods that are stated item by item.
import { beforeAll, expect, test } from "vitest";
import { declareParcel, freshNumber } from "#test/inbound-parcels.ts";
import { aPackage } from "#test/packages.ts";
import { aWarehouse } from "#test/receiving.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";

let app: TestApp;
let mei: TestPerson;
beforeAll(async () => {
  app = await testApp();
  app.clock.set("2026-12-10T04:00:00Z");
  await aWarehouse(await anAdmin(app));
  mei = await aCustomer(app, { plan: "Premium" });
  return () => app.close();
});

/** What is in a parcel, and what it lacks. */
async function goodsOf(inboundParcelId: string) {
  const { parcels, missing } = await mei.api.shipRequests.readParcelsDeclaration({
    inboundParcelIds: [inboundParcelId],
  });
  const { goodsItems } = await mei.api.inboundParcels.readInboundParcel({ inboundParcelId });
  expect(parcels[0]?.goodsItems).toEqual(goodsItems);
  const { description, descriptionOriginal, battery } = goodsItems[0] ?? {};
  return [description, descriptionOriginal, battery, missing.flatMap(({ parts }) => parts)];
}

const valued = { declaredValueMinor: 9_900, declaredCurrency: "USD" } as const;

test.each([
  ["Digital cameras", "Digital cameras", "", "unknown", ["battery"]],
  ["Anker power bank 20000mAh", "Anker power bank 20000mAh", "", "loose", []],
  ["尿袋", "Lithium-ion power banks", "尿袋", "loose", []],
  [
    "Silicone case with a power bank",
    "Silicone case with a power bank",
    "",
    "unknown",
    ["battery"],
  ],
  ["gifts", "", "gifts", "none", ["description"]],
  ["手機殼", "Plastic phone cases", "手機殼", "none", []],
  ["Stoneware teapots", "Stoneware teapots", "", "none", []],
])("declared as %s, it is %s", async (description, ...expected) => {
  const { id } = await declareParcel(mei, { description, ...valued });
  expect(await goodsOf(id)).toEqual(expected);
});

test("the description of a new package is judged too, and whoever answers is not asked again", async () => {
  const trackingNumber = freshNumber();
  const pkg = await aPackage(mei, { trackingNumber, description: "Bluetooth speakers" });
  const { items } = await mei.api.inboundParcels.listInboundParcels({ packageId: pkg.id });
  const [{ id } = { id: "" }] = items;
  expect(await goodsOf(id)).toMatchObject([
    expect.any(String),
    expect.any(String),
    "unknown",
    ["value", "battery"],
  ]);
  const { goodsItems } = await mei.api.inboundParcels.readInboundParcel({ inboundParcelId: id });
  const [{ hsCodeSource: _source, ...item } = { hsCodeSource: null }] = goodsItems;
  const answered = {
    ...item,
    unitValueMinor: 9_900,
    currency: "USD",
    battery: "installed",
  } as const;
  await mei.api.goods.saveItems({ inboundParcelId: id, items: [answered] });
  expect((await goodsOf(id)).slice(2)).toEqual(["installed", []]);
});
