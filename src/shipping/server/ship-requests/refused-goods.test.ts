// What is said of a parcel that no service takes: by its page, the bell, the email, and to staff who want to dispose of it.
import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { GoodsFlag } from "#catalogue/rules/shipping-service.ts";
import { sendNotifications } from "#notices/server/notifications/send-notifications.ts";
import { declareParcel } from "#test/inbound-parcels.ts";
import { declaredGoods } from "#test/goods-items.ts";
import { goodsRule } from "#test/goods-rule.ts";
import {
  aShipper,
  pack,
  packingDesk,
  receivedPackage,
  request,
  shelvedParcel,
  type PackingDesk,
} from "#test/ship-requests.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import type { TestPerson } from "#test/users.ts";

const minute = 60_000;

let app: TestApp;
let desk: PackingDesk;

beforeAll(async () => {
  app = await testApp();
  desk = await packingDesk(app);
  return () => app.close();
});

/** Staff find a property in the first line of goods. */
async function find(inboundParcelId: string, flag: GoodsFlag): Promise<void> {
  const { description, originCode, hsCode, netGrams } = declaredGoods;
  await desk.packer.api.goods.correctItems({
    inboundParcelId,
    corrections: [{ index: 0, description, originCode, hsCode, netGrams, flags: [flag] }],
    reason: "I saw it",
  });
  app.clock.advance(2 * minute);
  await sendNotifications(app.services);
}

async function canBeDisposedOf(inboundParcelId: string): Promise<boolean> {
  return await desk.packer.api.parcelRemovals
    .requestParcelRemoval({
      inboundParcelId,
      kind: "dispose",
      ground: "dangerous_goods",
      consent: "",
      reason: "It leaks",
      file: desk.photo,
      idempotencyKey: randomUUID(),
    })
    .then(
      () => true,
      (error: unknown) => {
        const data = { ground: "dangerous_goods" };
        expect(error).toMatchObject({ code: "removal_not_allowed", data });
        return false;
      },
    );
}

/** What bell and email say of the only such parcel of a customer. */
async function heard({ api, email }: TestPerson) {
  const { items } = await api.notifications.listNotifications({});
  const emails = await app.emailsTo(email);
  const told = emails.find(({ subject }) => /may not take|cannot be sent/.test(subject));
  return {
    bell: items.find(({ kind }) => kind === "parcel_goods")?.text.replace(/ [A-Z0-9]{8,}/, ""),
    email: told?.subject.replace(/ [A-Z0-9]{8,}/, ""),
  };
}

/** What each of them says, last what staff hear, since a parcel that is to be disposed of goes nowhere. */
async function said(customer: TestPerson, inboundParcelId: string) {
  const { services } = await customer.api.inboundParcels.readInboundParcel({ inboundParcelId });
  return {
    page: services?.refused,
    ...(await heard(customer)),
    isDisposable: await canBeDisposedOf(inboundParcelId),
  };
}

const refused = {
  page: "everywhere",
  bell: "Parcel cannot be sent as it is: please choose what becomes of it",
  email: "Parcel cannot be sent: please choose what becomes of it",
  isDisposable: true,
};

const limited = {
  page: null,
  bell: "Some shipping services may not take parcel",
  email: "Some shipping services may not take parcel",
  isDisposable: false,
};

type NewRule = Parameters<typeof desk.admin.api.goodsRules.addGoodsRule>[0];

async function addRule(fields: Partial<NewRule>): Promise<void> {
  const { goodsRules } = desk.admin.api;
  const { today: validFrom } = await goodsRules.listGoodsRules({});
  await goodsRules.addGoodsRule({ ...goodsRule, validFrom, ...fields });
}

test("goods that staff find and every service refuses are refused to all alike, as is what the bell says of a record", async () => {
  const mei = await aShipper(desk);
  const parcelId = await shelvedParcel(desk, mei);
  await find(parcelId, "aerosol");
  expect(await said(mei, parcelId)).toEqual(refused);

  const tom = await aShipper(desk);
  const recorded = await shelvedParcel(desk, tom);
  await desk.receiver.api.receiving.measureAgain({
    inboundParcelId: recorded,
    measurements: { weightGrams: 300, battery: "loose" },
    station: "Desk 1",
    recordedAt: app.clock.now().toISOString(),
    idempotencyKey: randomUUID(),
  });
  app.clock.advance(2 * minute);
  await sendNotifications(app.services);
  expect(await said(tom, recorded)).toEqual(refused);
});

test("goods that some service may take somewhere are refused by nobody", async () => {
  await addRule({ flag: "plant" });
  await addRule({ flag: "plant", countryCode: "MY", answer: "allowed" });
  const mei = await aShipper(desk);
  const parcelId = await shelvedParcel(desk, mei);
  await find(parcelId, "plant");
  expect(await said(mei, parcelId)).toEqual(limited);
});

test("a country to which no service goes makes no difference", async () => {
  await addRule({ flag: "medicine" });
  await addRule({ flag: "medicine", countryCode: "AQ", answer: "allowed" });
  const mei = await aShipper(desk);
  const parcelId = await shelvedParcel(desk, mei);
  await find(parcelId, "medicine");
  expect(await said(mei, parcelId)).toEqual(refused);
});

test("goods that are refused only where the parcel would go are refused there", async () => {
  await addRule({ flag: "fragile", countryCode: "MY" });
  const mei = await aShipper(desk);
  const { parcelIds } = await receivedPackage(desk, mei, [800]);
  const [parcelId = ""] = parcelIds;
  await find(parcelId, "fragile");
  expect(await said(mei, parcelId)).toEqual({ ...limited, page: "there" });
});

test("of a parcel in a closed box its ship request says what can be done, and nothing else does", async () => {
  const mei = await aShipper(desk);
  const { packageId, numbers, parcelIds } = await receivedPackage(desk, mei, [800]);
  const [parcelId = ""] = parcelIds;
  const { id: shipRequestId } = await request(mei, packageId);
  await pack(desk, shipRequestId, numbers);
  await find(parcelId, "aerosol");
  const { bell, email } = limited;
  expect(await heard(mei)).toEqual({ bell, email });
  await app.runJobs();
  expect(await mei.api.shipRequests.readShipRequest({ shipRequestId })).toMatchObject({
    waitingReason: "goods",
  });
});

test("a parcel on the way that every service refuses says so on its page", async () => {
  const mei = await aShipper(desk);
  const { id: inboundParcelId } = await declareParcel(mei);
  const items = [{ description: "Spray paint", flags: ["aerosol" as const] }];
  await mei.api.goods.saveItems({ inboundParcelId, items });
  const { services } = await mei.api.inboundParcels.readInboundParcel({ inboundParcelId });
  expect(services).toMatchObject({ count: 0, refused: "everywhere" });
});
