// Gifts are judged again whenever it becomes known where a parcel was bought, and what is signed is what was shown and goes.
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { declaredGoods } from "#test/goods-items.ts";
import { requireSoundLedger } from "#test/ledger-faults.ts";
import { requireSoundShipRequests } from "#test/ship-request-faults.ts";
import {
  aShipper,
  close,
  pack,
  packingDesk,
  photograph,
  receivedPackage,
  request,
  scanAll,
  type PackingDesk,
} from "#test/ship-requests.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import type { TestPerson } from "#test/users.ts";

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
const gift = { category: "gift", categoryText: "Aunt Mei" } as const;
const sale = { category: "sale", categoryText: "", commerceType: "b2c" } as const;

type Request = Pick<ShipRequest, "id">;
const read = ({ api }: TestPerson, { id: shipRequestId }: Request) =>
  api.shipRequests.readShipRequest({ shipRequestId });
const declaration = ({ api }: TestPerson, { id: shipRequestId }: Request) =>
  api.shipRequests.readDeclaration({ shipRequestId });

const signature = async ({ id }: Request) =>
  await app.database.kysely
    .selectFrom("shipRequests")
    .select(["signedAt", "signedHash"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

/** States in which shop an own parcel was bought. */
async function boughtIn({ api }: TestPerson, inboundParcelId: string, shop: string) {
  const { parcel } = await api.inboundParcels.readInboundParcel({ inboundParcelId });
  const { trackingNumber, orderReference } = parcel;
  const fields = { trackingNumber: trackingNumber ?? "", carrierCode: null, shop, orderReference };
  await api.inboundParcels.changeDeclaration({ inboundParcelId, fields });
}

/** A gift of two parcels that is paid by itself, with the ids and numbers of its parcels. */
async function aGift(input: Partial<Parameters<typeof request>[2]> = cap) {
  const mei = await aShipper(desk);
  const { packageId, parcelIds, numbers } = await receivedPackage(desk, mei);
  const made = await request(mei, packageId, { ...input, ...gift });
  return { mei, made, parcelIds, numbers, inboundParcelId: parcelIds[0] ?? "" };
}

describe("A gift with a cap", () => {
  test("is not accepted by itself once a parcel turns out to be bought, until it is sent for another reason", async () => {
    const { mei, made, numbers, inboundParcelId } = await aGift();
    expect((await signature(made)).signedAt).not.toBeNull();
    await boughtIn(mei, inboundParcelId, "Taobao");
    expect((await signature(made)).signedAt).toBeNull();
    await pack(desk, made.id, numbers);
    const waiting = await read(mei, made);
    expect(waiting).toMatchObject({ waitingReason: "declaration", heldCents: cap.capCents });
    expect(await declaration(mei, made)).toMatchObject({
      missing: [],
      mayBeGift: false,
      isToConfirm: false,
    });
    const { version: expectedVersion } = waiting;
    const changed = await mei.api.shipRequests.changeCategory({
      shipRequestId: made.id,
      expectedVersion,
      ...sale,
    });
    expect(changed.state).toBe("accepted");
  });

  test("is signed again once the shop is taken off", async () => {
    const { mei, made, numbers, inboundParcelId } = await aGift();
    const before = await signature(made);
    await boughtIn(mei, inboundParcelId, "Taobao");
    await boughtIn(mei, inboundParcelId, "");
    expect((await signature(made)).signedHash).toBe(before.signedHash);
    await pack(desk, made.id, numbers);
    expect((await read(mei, made)).state).toBe("accepted");
  });

  test("takes no parcel that was bought", async () => {
    const mei = await aShipper(desk);
    const { packageId, parcelIds } = await receivedPackage(desk, mei);
    const [first = "", other = ""] = parcelIds;
    await boughtIn(mei, other, "Taobao");
    const made = await request(mei, packageId, { ...gift, inboundParcelIds: [first] });
    const { id: shipRequestId, version: expectedVersion } = made;
    const joining = mei.api.shipRequests.changeParcels({
      shipRequestId,
      inboundParcelIds: [first, other],
      expectedVersion,
    });
    await expect(joining).rejects.toMatchObject({
      code: "category_not_possible",
      data: { reason: "bought" },
    });
  });
});

test("a gift that is paid after its quote waits for another reason, and its label is not made", async () => {
  const { mei, made, numbers, inboundParcelId } = await aGift({});
  await boughtIn(mei, inboundParcelId, "Taobao");
  await pack(desk, made.id, numbers);
  const waiting = await read(mei, made);
  expect(waiting.waitingReason).toBe("declaration");
  const { kysely } = app.database;
  const setShop = async (shop: string) =>
    await kysely
      .updateTable("inboundParcels")
      .set({ shop })
      .where("id", "=", inboundParcelId)
      .execute();
  await setShop("");
  await mei.api.shipRequests.changeCategory({
    shipRequestId: made.id,
    expectedVersion: waiting.version,
    ...gift,
    categoryText: "Aunt Lin",
    commerceType: "c2c",
  });
  const { quotes, waitingReason } = await read(mei, made);
  expect(waitingReason).toBe("price");
  const open = quotes.find(({ ended }) => ended === null);
  const accepted = await mei.api.shipRequests.acceptQuote({ quoteId: open?.id ?? "" });
  expect(accepted.state).toBe("accepted");
  // As one that was accepted before this was judged.
  await setShop("Taobao");
  const trackingNumber = "LX10000001HK";
  const labelling = { shipRequestId: made.id, trackingNumber };
  expect(await desk.packer.api.labels.makeLabel(labelling)).toMatchObject({
    obstacle: "declaration",
    label: null,
  });
  expect(await read(mei, made)).toMatchObject({
    waitingReason: "declaration",
    heldCents: accepted.heldCents,
  });
});

test("a change that decides nothing about a gift leaves its history, its version and its price", async () => {
  const { mei, made, inboundParcelId, parcelIds } = await aGift({});
  const before = await read(mei, made);
  const { hsCodeSource: _source, ...goods } = declaredGoods;
  const items = [{ ...goods, hsCode: "691110", netGrams: 100 }];
  await mei.api.goods.saveItems({ inboundParcelId, items });
  const { inboundParcels } = mei.api;
  const { parcel } = await inboundParcels.readInboundParcel({ inboundParcelId });
  const fields = { trackingNumber: parcel.trackingNumber ?? "", carrierCode: "dhl" };
  await inboundParcels.changeDeclaration({ inboundParcelId, fields });
  const unchanged = await read(mei, made);
  expect(unchanged.version).toBe(before.version);
  expect(unchanged.events).toEqual(before.events);
  await boughtIn(mei, inboundParcelId, "Taobao");
  const bought = await read(mei, made);
  expect(bought.events.at(-1)?.kind).toBe("declaration_changed");
  // One parcel that was bought is enough: another decides nothing more.
  await boughtIn(mei, parcelIds[1] ?? "", "Taobao");
  expect((await read(mei, made)).version).toBe(bought.version);
});

describe("What is signed", () => {
  test("is what was shown: a correction since then is a conflict, and the next yes names it", async () => {
    const mei = await aShipper(desk);
    const { packageId, parcelIds, numbers } = await receivedPackage(desk, mei);
    const made = await request(mei, packageId, cap);
    const [inboundParcelId = ""] = parcelIds;
    const correct = async (description: string) => {
      const { originCode, hsCode, netGrams } = declaredGoods;
      const corrections = [{ index: 0, description, originCode, hsCode, netGrams }];
      const reason = "It is of clay";
      await desk.packer.api.goods.correctItems({ inboundParcelId, corrections, reason });
    };
    await correct("Clay teapots");
    await pack(desk, made.id, numbers);
    const shown = await declaration(mei, made);
    await correct("Steel teapots");
    const confirm = (declaredHash: string) =>
      mei.api.shipRequests.confirmDeclaration({ shipRequestId: made.id, declaredHash });
    const current = await declaration(mei, made);
    await expect(confirm(shown.declaredHash)).rejects.toMatchObject({
      code: "conflict",
      data: { current: current.declaredHash },
    });
    expect((await read(mei, made)).waitingReason).toBe("declaration");
    expect((await confirm(current.declaredHash)).state).toBe("accepted");
    expect((await signature(made)).signedHash).toBe(current.declaredHash);
  });

  test("is what goes, after its customer goes on without a missing parcel or leaves one out", async () => {
    const mei = await aShipper(desk);
    const { packageId, parcelIds, numbers } = await receivedPackage(desk, mei, [400, 300, 200]);
    const made = await request(mei, packageId, { ...cap, capCents: 100 });
    const first = await signature(made);
    const { id: shipRequestId } = made;
    await scanAll(desk, shipRequestId, numbers.slice(0, 2));
    const inboundParcelId = parcelIds[2] ?? "";
    await desk.packer.api.packing.reportMissing({ shipRequestId, inboundParcelId });
    expect((await signature(made)).signedHash).toBe(first.signedHash);
    await mei.api.shipRequests.continueWithoutMissing({ shipRequestId });
    const second = await signature(made);
    expect(second.signedHash).not.toBe(first.signedHash);
    expect(second.signedHash).toBe((await declaration(mei, made)).declaredHash);
    await photograph(desk, shipRequestId);
    await close(desk, shipRequestId);
    expect((await read(mei, made)).waitingReason).toBe("over_cap");
    await mei.api.shipRequests.leaveOutParcels({
      shipRequestId,
      inboundParcelIds: [parcelIds[1] ?? ""],
      idempotencyKey: randomUUID(),
    });
    const third = await signature(made);
    expect(third.signedHash).not.toBe(second.signedHash);
    expect(third.signedHash).toBe((await declaration(mei, made)).declaredHash);
  });

  test.each([
    ["leave another parcel out", null],
    ["state another parcel's goods", "price"],
  ])(
    "is not what staff corrected after its customer changed it, when they %s",
    async (what, waitingReason) => {
      const mei = await aShipper(desk);
      const { packageId, parcelIds, numbers } = await receivedPackage(desk, mei);
      const made = await request(mei, packageId, cap);
      await pack(desk, made.id, numbers);
      expect((await read(mei, made)).state).toBe("accepted");
      const { id: shipRequestId } = made;
      const [inboundParcelId = "", other = ""] = parcelIds;
      const { hsCodeSource: _source, ...goods } = declaredGoods;
      const save = (id: string, quantity: number) =>
        mei.api.goods.saveItems({ inboundParcelId: id, items: [{ ...goods, quantity }] });
      await save(inboundParcelId, 2);
      const { originCode, hsCode, netGrams } = declaredGoods;
      await desk.packer.api.goods.correctItems({
        inboundParcelId,
        corrections: [{ index: 0, description: "Clay teapots", originCode, hsCode, netGrams }],
        reason: "It is of clay",
      });
      expect((await read(mei, made)).waitingReason).toBe("price");
      if (what.startsWith("state")) {
        await save(other, 3);
      } else {
        const leaving = { shipRequestId, inboundParcelIds: [other] };
        await mei.api.shipRequests.leaveOutParcels({ ...leaving, idempotencyKey: randomUUID() });
      }
      expect((await read(mei, made)).waitingReason).toBe(waitingReason);
      expect((await signature(made)).signedAt).toBeNull();
      const { parcels } = await declaration(mei, made);
      const corrected = parcels.find((parcel) => parcel.inboundParcelId === inboundParcelId);
      expect(corrected?.correctedItems).toEqual([0]);
    },
  );
});
