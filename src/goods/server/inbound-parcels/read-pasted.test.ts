import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { noGoods } from "#goods/rules/goods-item.ts";
import { maxPastedLength } from "#goods/rules/pasted-text.ts";
import { expectApiError } from "#test/api-errors.ts";
import { enterWarehouse } from "#test/enter-warehouse.ts";
import { declareParcel } from "#test/inbound-parcels.ts";
import { aPackage, packageInput } from "#test/packages.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer } from "#test/users.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await enterWarehouse(app);
  return () => app.close();
});

async function insertAttempts(limitName: string, userId: string, count: number): Promise<void> {
  const attempts = Array.from({ length: count }, () => ({
    bucket: `${limitName}:${userId}`,
    attemptedAt: app.clock.now(),
  }));
  await app.database.kysely.insertInto("attempts").values(attempts).execute();
}

const threeOrders = `茶具旗舰店
订单编号：2345678901234567890
实付款 ￥129.00
快递单号：YT8812345678901 圆通速递

百货小店
订单编号：2345678901234567891
快递单号：75123456789012、SF1234567890123

数码专营店
订单编号：2345678901234567892
包裹1 快递单号：ＪＴ５１２３４５６７８９０１２
包裹2 快递单号：yt8812345678901`;

test("01.2: three pasted orders with five numbers make one package with four parcels and one of the quota", async () => {
  const customer = await aCustomer(app, { plan: "Basic" });
  const { api } = customer;
  const { items, ...counts } = await api.inboundParcels.readPasted({ text: threeOrders });
  const numbers = items.map(({ trackingNumber }) => trackingNumber);
  expect(numbers).toEqual([
    "YT8812345678901",
    "75123456789012",
    "SF1234567890123",
    "JT5123456789012",
  ]);
  expect(counts).toEqual({ repeatedCount: 1, leftOutCount: 0 });
  const [trackingNumber = "", ...furtherTrackingNumbers] = numbers;
  const { package: pkg } = await api.packages.createPackage(
    packageInput({ trackingNumber, furtherTrackingNumbers }),
  );
  expect(pkg).toMatchObject({ trackingNumber, parcelsCount: 4, parcelsHereCount: 0 });
  const { items: parcels } = await api.inboundParcels.listInboundParcels({ packageId: pkg.id });
  const gathered = parcels.map((parcel) => parcel.trackingNumber ?? "");
  expect(gathered.toSorted()).toEqual(numbers.toSorted());
  expect((await api.auth.readSession({}))?.person.packageQuota).toBe(4);
});

test("Each number has its carrier and the own parcel that has it already, and nothing is saved", async () => {
  const customer = await aCustomer(app, { plan: "Basic" });
  const { api } = customer;
  const loose = await declareParcel(customer, { trackingNumber: "SF1234567890123" });
  await aPackage(customer, { trackingNumber: "YT8812345678901" });
  await declareParcel(await aCustomer(app), { trackingNumber: "JT5123456789012" });
  const { items } = await api.inboundParcels.readPasted({ text: threeOrders });
  expect(items).toMatchObject([
    { trackingNumber: "YT8812345678901", packageTrackingNumber: "YT8812345678901" },
    { inboundParcelId: null },
    {
      trackingNumber: "SF1234567890123",
      carrierCode: "sf-express",
      confidence: "likely",
      inboundParcelId: loose.id,
      packageTrackingNumber: null,
    },
    { trackingNumber: "JT5123456789012", inboundParcelId: null, packageTrackingNumber: null },
  ]);
  expect((await api.inboundParcels.listInboundParcels({})).total).toBe(2);
});

test("Each number has the shop, order and goods that the text names, described as far as they are known", async () => {
  const { api } = await aCustomer(app);
  const text = `茶具旗舰店
订单编号：2345678901234567890
宜兴紫砂壶 手工
￥129.00 x2
https://item.taobao.com/item.htm?id=680123456789
某某物 ￥5.00
快递单号：YT8812345678901 圆通速递

Harbour Store
Order No: 2345678901234567891
Item: Linen summer dress
US$24.50
Tracking number: SF1234567890123`;
  const { items } = await api.inboundParcels.readPasted({ text });
  const cny = { currency: "CNY" } as const;
  expect(items).toMatchObject([
    {
      trackingNumber: "YT8812345678901",
      shop: "茶具旗舰店",
      orderReference: "2345678901234567890",
      goodsItems: [
        {
          ...noGoods,
          ...cny,
          description: "Stoneware teapots",
          descriptionOriginal: "宜兴紫砂壶 手工",
          quantity: 2,
          unitValueMinor: 12_900,
          hsCode: "691200",
          hsCodeSource: "suggested",
          merchantProductId: "680123456789",
        },
        { ...noGoods, ...cny, descriptionOriginal: "某某物", unitValueMinor: 500 },
      ],
    },
    {
      trackingNumber: "SF1234567890123",
      shop: "Harbour Store",
      orderReference: "2345678901234567891",
      goodsItems: [
        { description: "Linen summer dress", unitValueMinor: 2_450, currency: "USD", hsCode: null },
      ],
    },
  ]);
  expect(items.map((item) => [item.declaredValueMinor, item.declaredCurrency])).toEqual([
    [26_300, "CNY"],
    [2_450, "USD"],
  ]);
  const [first] = items;
  const goodsItems = (first?.goodsItems ?? []).map(({ hsCodeSource: _source, ...item }) => item);
  const declared = await api.inboundParcels.declareInboundParcels({
    items: [{ trackingNumber: "YT8812345678901", goodsItems }],
    idempotencyKey: randomUUID(),
  });
  const inboundParcelId = declared.items[0]?.id ?? "";
  const read = await api.inboundParcels.readInboundParcel({ inboundParcelId });
  expect(read.goodsItems).toEqual(first?.goodsItems);
});

test("What a text says that goods cost is what they are compared with, whatever is changed before they are declared", async () => {
  const { api } = await aCustomer(app);
  const text = "百货小店\n宜兴紫砂壶 ￥400.00\n快递单号：YT8812345678902";
  const { items } = await api.inboundParcels.readPasted({ text });
  const [found] = items;
  const said = {
    declaredValueMinor: found?.declaredValueMinor ?? null,
    declaredCurrency: found?.declaredCurrency ?? null,
  };
  const declare = async (trackingNumber: string, unitValueMinor: number) => {
    const changed = (found?.goodsItems ?? []).map(({ hsCodeSource: _source, ...item }) => {
      return { ...item, description: "Stoneware teapots", unitValueMinor };
    });
    const declared = await api.inboundParcels.declareInboundParcels({
      items: [{ trackingNumber, ...said, goodsItems: changed }],
      idempotencyKey: randomUUID(),
    });
    const [parcel] = declared.items;
    expect(parcel).toMatchObject({ declaredValueMinor: 40_000, declaredCurrency: "CNY" });
    const inboundParcelIds = [parcel?.id ?? ""];
    const { parcels } = await api.shipRequests.readParcelsDeclaration({ inboundParcelIds });
    return parcels.map(({ isValueLow }) => isValueLow);
  };
  expect(await declare("YT8812345678902", 11_900)).toEqual([true]);
  expect(await declare("YT8812345678903", 12_000)).toEqual([false]);
});

test("A text of 100 KB is read, and a longer one gets a clear answer", async () => {
  const { api } = await aCustomer(app);
  const line = "快递单号：YT8812345678901 订单编号：2345678901234567890\n";
  const longest = line.repeat(3_000).slice(0, maxPastedLength);
  const { items, repeatedCount } = await api.inboundParcels.readPasted({ text: longest });
  expect([items.length, repeatedCount > 1_000]).toEqual([1, true]);
  await expectApiError(
    api.inboundParcels.readPasted({ text: `${longest}x` }),
    "too_large",
    "This text is longer than 100,000 characters. Paste it in two parts.",
  );
});

test.each(["", "\u0000SF1234567890123", "tea \uD83D set", "🛶".repeat(1000)])(
  "The text %j breaks nothing",
  async (text) => {
    const { api } = await aCustomer(app);
    const { items } = await api.inboundParcels.readPasted({ text });
    expect(items.length).toBeLessThanOrEqual(1);
  },
);

test("Numbers of a text are declared at once, also without a package", async () => {
  const { api } = await aCustomer(app);
  const { items } = await api.inboundParcels.readPasted({ text: threeOrders });
  const declared = await api.inboundParcels.declareInboundParcels({
    items: items.map(({ trackingNumber }) => ({ trackingNumber })),
    idempotencyKey: randomUUID(),
  });
  expect(declared.items.map(({ trackingNumber }) => trackingNumber)).toEqual(
    items.map(({ trackingNumber }) => trackingNumber),
  );
});

test("A text is one of 300 an hour", async () => {
  const { api, userId } = await aCustomer(app);
  await insertAttempts("pastedTextsPerAccount", userId, 299);
  await api.inboundParcels.readPasted({ text: "SF1234567890123" });
  await expectApiError(api.inboundParcels.readPasted({ text: "" }), "too_many_requests");
});

test("A change of parcels is one of 600 an hour, whichever it is", async () => {
  const customer = await aCustomer(app);
  const { inboundParcels } = customer.api;
  const parcel = await declareParcel(customer);
  await insertAttempts("parcelChangesPerAccount", customer.userId, 598);
  const inboundParcelId = parcel.id;
  const fields = { trackingNumber: parcel.trackingNumber ?? "", shop: "Taobao" };
  await inboundParcels.changeDeclaration({ inboundParcelId, fields });
  const calls = [
    () => declareParcel(customer),
    () => inboundParcels.changeDeclaration({ inboundParcelId, fields }),
    () => inboundParcels.cancelInboundParcel({ inboundParcelId }),
    () => inboundParcels.rejectInboundParcel({ inboundParcelId }),
    () => inboundParcels.moveInboundParcels({ inboundParcelIds: [parcel.id], packageId: null }),
  ];
  for (const call of calls) await expectApiError(call(), "too_many_requests");
});
