// What one customs paper has no room for is refused as soon as it is stated of what goes together, not when all is paid.
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { expectApiError } from "#test/api-errors.ts";
import { declaredGoods } from "#test/goods-items.ts";
import { requireSoundLedger } from "#test/ledger-faults.ts";
import { postalRange } from "#test/number-ranges.ts";
import { requireSoundShipRequests } from "#test/ship-request-faults.ts";
import {
  aShipper,
  pack,
  packingDesk,
  receivedPackage,
  request,
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

/** Different goods, the first of them with this number. */
const goodsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    ...declaredGoods,
    description: `Stoneware teapots no. ${first + at}`,
  }));

/** Stores what is in a parcel, also where the API would refuse it. */
async function put(inboundParcelId: string, first: number, count: number): Promise<void> {
  const { kysely } = app.database;
  await kysely.deleteFrom("goodsItems").where("inboundParcelId", "=", inboundParcelId).execute();
  const rows = goodsFrom(first, count).map((item, at) => {
    return { ...item, inboundParcelId, position: at + 1 };
  });
  await kysely.insertInto("goodsItems").values(rows).execute();
}

const state = ({ api }: TestPerson, inboundParcelId: string, first: number, count: number) => {
  const items = goodsFrom(first, count).map(({ hsCodeSource: _source, ...item }) => item);
  return api.goods.saveItems({ inboundParcelId, items });
};
const read = ({ api }: TestPerson, { id: shipRequestId }: Pick<ShipRequest, "id">) =>
  api.shipRequests.readShipRequest({ shipRequestId });
const itemsOf = async ({ api }: TestPerson, inboundParcelId: string) =>
  (await api.inboundParcels.readInboundParcel({ inboundParcelId })).goodsItems;

/** Six parcels with 200 different goods: five with 40 each, and the last with what the first has, too. */
async function sixParcels() {
  const mei = await aShipper(desk);
  const weights = Array.from({ length: 6 }, () => 130);
  const received = await receivedPackage(desk, mei, weights, {}, false);
  const { parcelIds } = received;
  for (const [at, id] of parcelIds.slice(0, 5).entries()) await put(id, at * 40, 40);
  const [first = "", last = ""] = [parcelIds[0], parcelIds[5]];
  await put(last, 0, 1);
  return { mei, ...received, first, last };
}

/** Such a request, which can go as it is. */
async function fullRequest(input: Parameters<typeof request>[2] = {}) {
  const six = await sixParcels();
  return { ...six, made: await request(six.mei, six.packageId, input) };
}

describe("A 201st line on a paper", () => {
  test("is refused with the request, at once or with a cap, and said before; equal lines are one", async () => {
    const { mei, packageId, parcelIds, last } = await sixParcels();
    const { shipRequests } = mei.api;
    const obstacle = async () =>
      (await shipRequests.estimateParcels({ inboundParcelIds: [...parcelIds] })).obstacle;
    expect(await obstacle()).toBeNull();
    await put(last, 500, 1);
    expect(await obstacle()).toBe("too_many_lines");
    await expectApiError(
      request(mei, packageId),
      "too_many_lines",
      "No customs paper has room for more than 200 different goods. State the same goods in one line, or divide them among several packages.",
    );
    await expectApiError(request(mei, packageId, cap), "too_many_lines");
    const shipping = shipRequests.shipParcels({
      inboundParcelIds: [...parcelIds],
      countryCode: "MY",
      paymentMode: "quote_first",
      idempotencyKey: randomUUID(),
    });
    await expectApiError(shipping, "too_many_lines");
    expect((await shipRequests.listShipRequests({})).total).toBe(0);
    expect((await mei.api.wallet.readWallet({})).heldCents).toBe(0);
    const without = { inboundParcelIds: parcelIds.slice(0, 5) };
    expect((await request(mei, packageId, without)).state).toBe("requested");
  });

  test("joins no request, and is not stated of a parcel in one: all stays as it was", async () => {
    const { mei, packageId, parcelIds, first, last } = await sixParcels();
    await put(last, 500, 1);
    const made = await request(mei, packageId, { inboundParcelIds: parcelIds.slice(0, 5) });
    const joining = mei.api.shipRequests.changeParcels({
      shipRequestId: made.id,
      inboundParcelIds: [...parcelIds],
      expectedVersion: made.version,
    });
    await expectApiError(joining, "too_many_lines");
    expect(await read(mei, made)).toMatchObject({ version: made.version, parcelsCount: 5 });

    await put(first, 0, 39);
    const joined = await mei.api.shipRequests.changeParcels({
      shipRequestId: made.id,
      inboundParcelIds: [...parcelIds],
      expectedVersion: made.version,
    });
    expect(joined.parcelsCount).toBe(6);
    await expectApiError(state(mei, last, 500, 2), "too_many_lines");
    expect(await itemsOf(mei, last)).toHaveLength(1);
    // Other goods in the place of these, and what another parcel has already, need no more room.
    await state(mei, last, 600, 1);
    await state(mei, last, 0, 2);
    expect(await itemsOf(mei, last)).toHaveLength(2);
  });

  test("does not come of a correction by staff, which parts what was one line", async () => {
    const { mei, last } = await fullRequest();
    const { originCode, netGrams, hsCode } = declaredGoods;
    const correct = (change: object) =>
      desk.packer.api.goods.correctItems({
        inboundParcelId: last,
        corrections: [
          {
            index: 0,
            description: "Stoneware teapots no. 0",
            originCode,
            hsCode,
            netGrams,
            ...change,
          },
        ],
        reason: "It is another",
      });
    await expectApiError(correct({ hsCode: "691110" }), "too_many_lines");
    await expectApiError(correct({ description: "Clay teapots" }), "too_many_lines");
    await correct({ netGrams: 90 });
    expect(await itemsOf(mei, last)).toMatchObject([{ hsCode, netGrams: 90 }]);
  });

  test("is not signed with a price, and becomes less step by step, after which the price is accepted", async () => {
    const { mei, made, numbers, first, last } = await fullRequest();
    await pack(desk, made.id, numbers);
    const { quotes } = await read(mei, made);
    const accept = () => mei.api.shipRequests.acceptQuote({ quoteId: quotes[0]?.id ?? "" });
    // As if it had been stated before anybody refused that.
    await put(last, 500, 3);
    await expectApiError(accept(), "too_many_lines");
    expect(await read(mei, made)).toMatchObject({ signedAt: null, heldCents: 0 });
    await expectApiError(state(mei, last, 500, 4), "too_many_lines");
    await state(mei, last, 500, 2);
    expect((await read(mei, made)).waitingReason).toBe("declaration");
    await expectApiError(accept(), "too_many_lines");
    await state(mei, first, 0, 38);
    expect((await read(mei, made)).waitingReason).toBe("price");
    expect((await accept()).state).toBe("accepted");
  });

  test("is no yes to what staff corrected, and lets a box with a cap wait", async () => {
    const { mei, made, numbers, last } = await fullRequest(cap);
    await put(last, 500, 1);
    await pack(desk, made.id, numbers);
    const { api } = mei;
    const shipRequestId = made.id;
    expect(await read(mei, made)).toMatchObject({
      waitingReason: "declaration",
      heldCents: cap.capCents,
    });
    const confirm = async () => {
      const { declaredHash } = await api.shipRequests.readDeclaration({ shipRequestId });
      return await api.shipRequests.confirmDeclaration({ shipRequestId, declaredHash });
    };
    await expectApiError(confirm(), "too_many_lines");
    await state(mei, last, 0, 1);
    expect((await read(mei, made)).state).toBe("accepted");
  });

  test("is named where its box gets no label", async () => {
    const { mei, made, numbers, last } = await fullRequest(cap);
    await pack(desk, made.id, numbers);
    expect((await read(mei, made)).state).toBe("accepted");
    const { admin, packer } = desk;
    const range = { ...postalRange, serviceCode: cap.serviceCode };
    await admin.api.numberRanges.createNumberRange(range);
    await put(last, 500, 1);
    const { labels } = packer.api;
    const find = async () => {
      const { items } = await labels.listPackagesToLabel({ pageSize: 100 });
      return items.find(({ shipRequestId }) => shipRequestId === made.id);
    };
    const listed = await find();
    expect(listed).toMatchObject({ obstacle: "lines", lackingLines: [] });
    const { reference } = listed ?? { reference: "" };
    const together = await labels.makeLabels({ idempotencyKey: randomUUID() });
    expect(together.left).toContainEqual({ reference, obstacle: "lines" });
    const making = labels.makeLabel({ shipRequestId: made.id, trackingNumber: null });
    await expectApiError(making, "too_many_lines");
    await put(last, 0, 1);
    expect((await find())?.obstacle).toBeNull();
  });
});
