// What a ship request declares: signed with a price or a cap, waited for where it is incomplete, and changed by customer and staff.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { expectApiError } from "#test/api-errors.ts";
import { asOwner } from "#test/database.ts";
import { labelGoods } from "#test/departing-goods.ts";
import { declaredGoods, stateGoods } from "#test/goods-items.ts";
import { declareParcel } from "#test/inbound-parcels.ts";
import { requireSoundLedger } from "#test/ledger-faults.ts";
import { receiveScan } from "#test/receiving.ts";
import { requireSoundShipRequests } from "#test/ship-request-faults.ts";
import {
  acceptedRequest,
  addMoney,
  aShipper,
  pack,
  packedRequest,
  packingDesk,
  receivedPackage,
  recipient,
  request,
  type PackingDesk,
} from "#test/ship-requests.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, aStaffMember, type TestPerson } from "#test/users.ts";

let app: TestApp;
let desk: PackingDesk;
beforeAll(async () => {
  app = await testApp();
  app.clock.set("2026-06-10T04:00:00Z");
  desk = await packingDesk(app);
  return async () => {
    await requireSoundLedger(app.database.kysely);
    await requireSoundShipRequests(app.database.kysely);
    await app.close();
  };
});

const cap = {
  paymentMode: "automatic_up_to_cap",
  serviceCode: "hk-post-surface",
  capCents: 4000,
} as const;

const read = ({ api }: TestPerson, { id: shipRequestId }: Pick<ShipRequest, "id">) =>
  api.shipRequests.readShipRequest({ shipRequestId });
const declaration = ({ api }: TestPerson, { id: shipRequestId }: Pick<ShipRequest, "id">) =>
  api.shipRequests.readDeclaration({ shipRequestId });
/** The yes to what is declared now. */
const confirm = async (customer: TestPerson, shipRequest: Pick<ShipRequest, "id">) => {
  const { declaredHash } = await declaration(customer, shipRequest);
  const { id: shipRequestId } = shipRequest;
  return await customer.api.shipRequests.confirmDeclaration({ shipRequestId, declaredHash });
};
const accept = async (customer: TestPerson, shipRequest: ShipRequest) => {
  const { quotes } = await read(customer, shipRequest);
  return await customer.api.shipRequests.acceptQuote({ quoteId: quotes[0]?.id ?? "" });
};
const parcelsOf = ({ parcels }: ShipRequest) => parcels.map((parcel) => parcel.inboundParcelId);
const save = ({ api }: TestPerson, inboundParcelId: string | undefined, change: object = {}) => {
  const { hsCodeSource: _source, ...goods } = declaredGoods;
  const items = [{ ...goods, ...change }];
  return api.goods.saveItems({ inboundParcelId: inboundParcelId ?? "", items });
};
const correct = (inboundParcelId: string | undefined, change: object, reason = "It is of clay") => {
  const { description, originCode, hsCode, netGrams } = declaredGoods;
  const fields = { description, originCode, hsCode, netGrams };
  return desk.packer.api.goods.correctItems({
    inboundParcelId: inboundParcelId ?? "",
    corrections: [{ index: 0, ...fields, ...change }],
    reason,
  });
};
const signature = async ({ id }: Pick<ShipRequest, "id">) =>
  await app.database.kysely
    .selectFrom("shipRequests")
    .select(["signedAt", "signedHash"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

/** A packed box of two parcels, of the first of which nothing is stated. */
async function undeclaredBox(customer: TestPerson) {
  const { packageId, numbers, parcelIds } = await receivedPackage(
    desk,
    customer,
    [400, 300],
    {},
    false,
  );
  await save(customer, parcelIds[1]);
  const made = await request(customer, packageId);
  await pack(desk, made.id, numbers);
  return { shipRequest: await read(customer, made), undeclaredId: parcelIds[0] ?? "" };
}

describe("A box that is not fully declared", () => {
  test("waits with its prices, cannot be accepted, and is decided by itself once it is complete", async () => {
    const mei = await aShipper(desk);
    const { shipRequest, undeclaredId } = await undeclaredBox(mei);
    expect(shipRequest).toMatchObject({
      state: "waiting_for_customer",
      waitingReason: "declaration",
      heldCents: 0,
    });
    expect(shipRequest.quotes.length).toBeGreaterThan(0);
    expect(await declaration(mei, shipRequest)).toMatchObject({
      missing: [{ inboundParcelId: undeclaredId, index: null }],
      isToConfirm: false,
      approved: null,
      mayChange: true,
      signedAt: null,
    });
    const refused = accept(mei, shipRequest);
    await expect(refused).rejects.toMatchObject({
      code: "declaration_incomplete",
      data: { missing: [{ inboundParcelId: undeclaredId }] },
    });
    await expect(confirm(mei, shipRequest)).rejects.toMatchObject({
      code: "declaration_incomplete",
    });

    await save(mei, undeclaredId, { unitValueMinor: null, currency: null });
    expect((await read(mei, shipRequest)).waitingReason).toBe("declaration");
    await save(mei, undeclaredId);
    const decided = await read(mei, shipRequest);
    expect(decided).toMatchObject({ waitingReason: "price", quotes: shipRequest.quotes });
    const accepted = await accept(mei, decided);
    expect(accepted.state).toBe("accepted");
    expect(accepted.signedAt).toBe(app.clock.now().toISOString());
    expect(await declaration(mei, accepted)).toMatchObject({
      missing: [],
      totals: [{ currency: "USD", valueMinor: 5_000 }],
      signedAt: app.clock.now().toISOString(),
    });
  });

  test("can be left without the parcel that is missing its goods, and is told of like all that waits", async () => {
    const mei = await aShipper(desk);
    const { shipRequest, undeclaredId } = await undeclaredBox(mei);
    const { items } = await mei.api.notifications.listNotifications({});
    expect(items[0]).toMatchObject({ kind: "ship_request_waiting" });
    const left = await mei.api.shipRequests.leaveOutParcels({
      shipRequestId: shipRequest.id,
      inboundParcelIds: [undeclaredId],
      idempotencyKey: randomUUID(),
    });
    expect(left.state).toBe("packing");
  });

  test("of somebody else answers as not there", async () => {
    const mei = await aShipper(desk);
    const { shipRequest, undeclaredId } = await undeclaredBox(mei);
    const { api } = await aCustomer(app);
    const { id: shipRequestId } = shipRequest;
    await expectApiError(api.shipRequests.readDeclaration({ shipRequestId }), "not_found");
    const declaredHash = "0".repeat(64);
    const confirming = api.shipRequests.confirmDeclaration({ shipRequestId, declaredHash });
    await expectApiError(confirming, "not_found");
    const inboundParcelIds = [undeclaredId];
    const foreign = api.shipRequests.readParcelsDeclaration({ inboundParcelIds });
    await expectApiError(foreign, "not_found");
  });
});

describe("A request with a cap", () => {
  test("is refused while anything is missing, names it, and keeps nothing", async () => {
    const mei = await aShipper(desk);
    const { packageId, parcelIds, numbers } = await receivedPackage(desk, mei, [400], {}, false);
    const refused = request(mei, packageId, cap);
    await expect(refused).rejects.toMatchObject({
      code: "declaration_incomplete",
      message: expect.stringContaining(numbers[0] ?? "") as string,
    });
    expect(await mei.api.wallet.readWallet({})).toMatchObject({ heldCents: 0 });
    const quoteFirst = await request(mei, packageId);
    const { id: shipRequestId, version: expectedVersion } = quoteFirst;
    const changing = { shipRequestId, expectedVersion, ...cap };
    await expect(mei.api.shipRequests.changePaymentMode(changing)).rejects.toMatchObject({
      code: "declaration_incomplete",
    });
    await save(mei, parcelIds[0]);
    const { version } = await read(mei, quoteFirst);
    await mei.api.shipRequests.changePaymentMode({ ...changing, expectedVersion: version });
    expect((await read(mei, quoteFirst)).signedAt).not.toBeNull();
  });

  test("signs; what its customer states later is signed too, and is accepted by itself", async () => {
    const mei = await aShipper(desk);
    const { packageId, parcelIds, numbers } = await receivedPackage(desk, mei);
    const made = await request(mei, packageId, cap);
    const first = await signature(made);
    await save(mei, parcelIds[0], { quantity: 2 });
    const second = await signature(made);
    expect(first.signedHash).not.toBeNull();
    expect(second.signedHash).not.toBe(first.signedHash);
    await pack(desk, made.id, numbers);
    expect((await read(mei, made)).state).toBe("accepted");
  });

  test("waits for a yes to what staff corrected while it was packed", async () => {
    const mei = await aShipper(desk);
    const { packageId, parcelIds, numbers } = await receivedPackage(desk, mei);
    const made = await request(mei, packageId, cap);
    await correct(parcelIds[0], { description: "Clay teapots" });
    // Stating the other parcel's goods says nothing about this one.
    await save(mei, parcelIds[1], { quantity: 3 });
    await pack(desk, made.id, numbers);
    const waiting = await read(mei, made);
    expect(waiting).toMatchObject({ waitingReason: "declaration", heldCents: cap.capCents });
    expect(await declaration(mei, made)).toMatchObject({ missing: [], isToConfirm: true });
    await confirm(mei, made);
    expect((await read(mei, made)).state).toBe("accepted");
  });
});

describe("After a price was accepted", () => {
  test("another quantity takes it back, and every cent stays held until it is accepted again", async () => {
    const mei = await aShipper(desk);
    const accepted = await acceptedRequest(desk, mei);
    const before = await mei.api.wallet.readWallet({});
    await save(mei, parcelsOf(accepted)[0], { quantity: 2 });
    const withdrawn = await read(mei, accepted);
    expect(withdrawn).toMatchObject({
      state: "waiting_for_customer",
      waitingReason: "price",
      signedAt: null,
      heldCents: accepted.heldCents,
    });
    expect((await mei.api.wallet.readWallet({})).heldCents).toBe(before.heldCents);
    const again = await accept(mei, withdrawn);
    expect(again).toMatchObject({ state: "accepted", heldCents: accepted.heldCents });
    expect((await mei.api.wallet.readWallet({})).balanceCents).toBe(before.balanceCents);
  });

  test("an identifier or weight changes nothing, and what makes it incomplete waits for that", async () => {
    const mei = await aShipper(desk);
    const accepted = await acceptedRequest(desk, mei);
    const [inboundParcelId] = parcelsOf(accepted);
    await save(mei, inboundParcelId, { netGrams: 200, merchantProductId: "680123456789" });
    expect((await read(mei, accepted)).state).toBe("accepted");
    await save(mei, inboundParcelId, { unitValueMinor: null, currency: null });
    expect(await read(mei, accepted)).toMatchObject({
      waitingReason: "declaration",
      heldCents: accepted.heldCents,
    });
  });

  test("staff's description waits for the customer's yes, which accepts the same price again", async () => {
    const mei = await aShipper(desk);
    const accepted = await acceptedRequest(desk, mei);
    const [inboundParcelId] = parcelsOf(accepted);
    await correct(inboundParcelId, { hsCode: "691110", netGrams: 250 });
    expect((await read(mei, accepted)).state).toBe("accepted");
    // It would be dearer today.
    await app.database.kysely
      .updateTable("exchangeRates")
      .set({ rate: "1.4" })
      .where("currency", "=", "SGD")
      .execute();
    await correct(inboundParcelId, { description: "Clay teapots", hsCode: "691110" });
    expect(await read(mei, accepted)).toMatchObject({
      waitingReason: "declaration",
      heldCents: accepted.heldCents,
    });
    const { parcels, isToConfirm } = await declaration(mei, accepted);
    expect(isToConfirm).toBe(true);
    const corrected = parcels.find((parcel) => parcel.inboundParcelId === inboundParcelId);
    expect(corrected).toMatchObject({
      correctedItems: [0],
      goodsItems: [
        { description: "Clay teapots", hsCode: "691110", hsCodeSource: "staff", quantity: 1 },
      ],
    });
    const confirmed = await confirm(mei, accepted);
    expect(confirmed).toMatchObject({
      state: "accepted",
      totalCents: accepted.totalCents,
      heldCents: accepted.heldCents,
    });
    expect(confirmed.events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["declaration_changed", "declaration_confirmed"]),
    );
    expect((await confirm(mei, accepted)).version).toBe(confirmed.version);
    await app.database.kysely
      .updateTable("exchangeRates")
      .set({ rate: "1.5" })
      .where("currency", "=", "SGD")
      .execute();
  });

  test("nothing can be changed once the label is made", async () => {
    const mei = await aShipper(desk);
    const accepted = await acceptedRequest(desk, mei);
    const [inboundParcelId] = parcelsOf(accepted);
    await labelGoods(desk, accepted);
    await expectApiError(save(mei, inboundParcelId, { quantity: 2 }), "declaration_fixed");
    await expectApiError(correct(inboundParcelId, { netGrams: 5 }), "declaration_fixed");
    const { shipRequests } = mei.api;
    const category = { category: "sample", categoryText: "", commerceType: "b2c" } as const;
    const { version: expectedVersion } = await read(mei, accepted);
    const changing = { shipRequestId: accepted.id, expectedVersion, ...category };
    await expectApiError(shipRequests.changeCategory(changing), "declaration_fixed");
    expect((await declaration(mei, accepted)).mayChange).toBe(false);
  });
});

describe("Without enough money", () => {
  test("a correction waits for the yes first, and then for the same amount", async () => {
    const mei = await aShipper(desk, "10");
    const packed = await packedRequest(desk, mei);
    const short = await accept(mei, packed);
    expect(short.waitingReason).toBe("top_up");
    await correct(parcelsOf(packed)[0], { originCode: "HK" });
    expect((await read(mei, packed)).waitingReason).toBe("declaration");
    const confirmed = await confirm(mei, packed);
    expect(confirmed).toMatchObject({
      waitingReason: "top_up",
      missingCents: short.missingCents,
    });
    await addMoney(desk, mei, "100");
    await app.runJobs();
    expect((await read(mei, packed)).state).toBe("accepted");
  });
});

describe("Staff", () => {
  test("correct neither value nor quantity, give a reason, and leave it in the history and audit log", async () => {
    const mei = await aShipper(desk);
    const { parcelIds } = await receivedPackage(desk, mei, [400]);
    const [inboundParcelId = ""] = parcelIds;
    const { items } = await correct(inboundParcelId, { description: "茶壺", originCode: "HK" });
    expect(items).toMatchObject([
      { descriptionOriginal: "茶壺", originCode: "HK", quantity: 1, unitValueMinor: 2_500 },
    ]);
    await expect(correct(inboundParcelId, { description: "caps" })).rejects.toMatchObject({
      code: "description_refused",
    });
    await expect(correct(inboundParcelId, { netGrams: 3 }, "")).rejects.toMatchObject({
      code: "invalid_input",
    });
    const { events } = await desk.admin.api.inboundParcels.readAnyInboundParcel({
      inboundParcelId,
    });
    expect(events.at(-1)).toMatchObject({ kind: "declaration_changed", byStaff: true });
    const receiver = await aStaffMember(app, ["receiver"]);
    const refused = receiver.api.goods.correctItems({
      inboundParcelId,
      corrections: [
        { index: 0, description: "Pot", originCode: "CN", hsCode: null, netGrams: null },
      ],
      reason: "It is one",
    });
    await expectApiError(refused, "forbidden");
  });

  test("see at the packing desk what is declared, and a low value that was confirmed", async () => {
    const mei = await aShipper(desk);
    const { packageId, parcelIds } = await receivedPackage(desk, mei, [400]);
    const [inboundParcelId = ""] = parcelIds;
    const cheap = { description: "Cotton socks", unitValueMinor: 10, currency: "USD" } as const;
    const { goods } = mei.api;
    const { warnings } = await goods.saveItems({ inboundParcelId, items: [cheap] });
    expect(warnings).toMatchObject([{ kind: "low_value", index: 0 }]);
    const made = await request(mei, packageId);
    const parcel = async () =>
      (await desk.packer.api.packing.readShipRequest({ shipRequestId: made.id })).parcels[0];
    expect(await parcel()).toMatchObject({ isValueLow: true, isValueConfirmed: false });
    await goods.saveItems({ inboundParcelId, items: [cheap], isValueConfirmed: true });
    expect(await parcel()).toMatchObject({
      goodsItems: [{ description: "Cotton socks" }],
      isValueConfirmed: true,
    });
    await goods.saveItems({ inboundParcelId, items: [{ ...cheap, quantity: 2 }] });
    expect(await parcel()).toMatchObject({ isValueLow: true, isValueConfirmed: false });
  });
});

describe("A category", () => {
  test("gift is only for what was not bought, and says who gave it", async () => {
    const mei = await aShipper(desk);
    const { trackingNumber } = await declareParcel(mei, { shop: "Taobao" });
    const { warehouseId } = desk;
    const { parcel } = await receiveScan(app, desk.receiver, {
      warehouseId,
      scan: trackingNumber ?? "",
      measurements: { weightGrams: 300, sidesMm: [150, 100, 60] },
    });
    const ship = (category: object) =>
      mei.api.shipRequests.shipParcels({
        inboundParcelIds: [parcel.id],
        countryCode: "MY",
        recipient,
        paymentMode: "quote_first",
        idempotencyKey: randomUUID(),
        ...category,
      });
    const gift = { category: "gift", categoryText: "My aunt" };
    await expect(ship(gift)).rejects.toMatchObject({ code: "category_not_possible" });
    await expect(ship({ category: "other" })).rejects.toMatchObject({
      data: { reason: "text_missing" },
    });
    const made = await ship({ category: "other", categoryText: "Lost property" });
    expect(made).toMatchObject({ category: "other", categoryText: "Lost property" });
  });

  test("that changes after acceptance is signed again", async () => {
    const mei = await aShipper(desk);
    const { id: shipRequestId, version, heldCents } = await acceptedRequest(desk, mei);
    const category = { category: "gift", categoryText: "My aunt", commerceType: "c2c" } as const;
    const change = { shipRequestId, ...category, expectedVersion: version };
    const changed = await mei.api.shipRequests.changeCategory(change);
    expect(changed).toMatchObject({ ...category, waitingReason: "price", heldCents });
    const stale = { ...change, categoryText: "My uncle" };
    await expect(mei.api.shipRequests.changeCategory(stale)).rejects.toMatchObject({
      code: "conflict",
    });
  });
});

test("Goods without a code are open work of support, by ship request", async () => {
  const mei = await aShipper(desk);
  const packed = await packedRequest(desk, mei);
  const uncoded = { ...declaredGoods, hsCode: null, hsCodeSource: null };
  await stateGoods(app, packed.id, [uncoded, declaredGoods, uncoded]);
  const support = await aStaffMember(app, ["support"]);
  const { items } = await support.api.admin.listWorkItems({ kind: "lines_without_code" });
  expect(items.find(({ id }) => id === packed.id)).toMatchObject({
    about: "2 lines without a full code",
  });
  await stateGoods(app, packed.id, [declaredGoods, { ...declaredGoods, hsCode: "6911100010" }]);
  const isListed = async () => {
    const work = await support.api.admin.listWorkItems({ kind: "lines_without_code" });
    return work.items.find(({ id }) => id === packed.id)?.about;
  };
  expect(await isListed()).toBeUndefined();
  // Customs of the US asks for ten digits from a day after that of this file.
  await asOwner(app.database, (db) =>
    sql`update ship_requests set country_code = 'US' where id = ${packed.id}`.execute(db),
  );
  expect(await isListed()).toBeUndefined();
  await asOwner(app.database, (db) =>
    sql`update customs_data_rules set valid_from = '2026-06-01' where countries = array['US']`.execute(
      db,
    ),
  );
  // Of the three lines in its two parcels one has ten.
  expect(await isListed()).toBe("2 lines without a full code");
  await asOwner(app.database, (db) =>
    sql`update ship_requests set country_code = ${packed.countryCode} where id = ${packed.id}`.execute(
      db,
    ),
  );
});
