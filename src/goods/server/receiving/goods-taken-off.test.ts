import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { ParcelMeasurements } from "#goods/contract/receiving.ts";
import { receivingLimits } from "#goods/rules/receiving.ts";
import { declareParcel } from "#test/inbound-parcels.ts";
import { aWarehouse, receiveScan } from "#test/receiving.ts";
import { aPicture } from "#test/ship-requests.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, anAdmin, aStaffMember, type TestPerson } from "#test/users.ts";

let app: TestApp;
let receiver: TestPerson;
let warehouseId: string;
beforeAll(async () => {
  app = await testApp();
  receiver = await aStaffMember(app, ["receiver"]);
  warehouseId = await aWarehouse(await anAdmin(app));
  return () => app.close();
});

const recorded = (measurements: Partial<ParcelMeasurements>) => ({
  measurements: { weightGrams: 1250, ...measurements },
  recordedAt: app.clock.now().toISOString(),
  idempotencyKey: randomUUID(),
});

test("what was seen of the goods is taken off only by a correction with a reason and a new photo", async () => {
  const { trackingNumber } = await declareParcel(await aCustomer(app));
  const scan = trackingNumber ?? "";
  const { id: inboundParcelId } = (await receiveScan(app, receiver, { warehouseId, scan })).parcel;
  const { receiving } = receiver.api;
  const seen = async () => {
    const { parcel } = await receiver.api.inboundParcels.readAnyInboundParcel({ inboundParcelId });
    return [parcel.measured?.battery, parcel.measured?.goodsFlags];
  };
  const measure = (goods: Partial<ParcelMeasurements>) =>
    receiving.measureAgain({ inboundParcelId, ...recorded(goods) });
  await measure({ battery: "installed", goodsFlags: ["liquid"] });
  await measure({ battery: "none", goodsFlags: ["magnet"] });
  await measure({});
  expect(await seen()).toEqual(["installed", ["liquid", "magnet"]]);
  const { records } = await receiver.api.inboundParcels.readAnyInboundParcel({ inboundParcelId });
  const receivingRecordId = records.at(-1)?.id ?? "";
  const correct = (imageId: string | null, goods: Partial<ParcelMeasurements>) =>
    receiving.correctReceivingRecord({
      receivingRecordId,
      reason: "Books",
      imageId,
      ...recorded(goods),
    });
  const add = async (kind: "contents" | "outside") => {
    const photo = { inboundParcelId, kind, file: aPicture(), idempotencyKey: randomUUID() };
    return (await receiving.addInboundParcelImage(photo)).id;
  };
  for (const goods of [
    { battery: "installed" as const, goodsFlags: ["magnet" as const] },
    { battery: "none" as const, goodsFlags: ["liquid" as const, "magnet" as const] },
  ]) {
    for (const imageId of [null, randomUUID(), await add("outside")]) {
      await expect(correct(imageId, goods)).rejects.toMatchObject({ code: "photo_needed" });
    }
  }
  await correct(await add("contents"), { battery: "none", goodsFlags: ["magnet"] });
  expect(await seen()).toEqual(["none", ["magnet"]]);
});

test("a battery that nobody looked for again stays as it was seen", async () => {
  const { trackingNumber } = await declareParcel(await aCustomer(app));
  const scan = trackingNumber ?? "";
  const { id: inboundParcelId } = (await receiveScan(app, receiver, { warehouseId, scan })).parcel;
  const { receiving } = receiver.api;
  await receiving.measureAgain({ inboundParcelId, ...recorded({ battery: "none" }) });
  const { measured } = await receiving.measureAgain({ inboundParcelId, ...recorded({}) });
  expect(measured?.battery).toBe("none");
});

/** A parcel with liquid, and what corrects that it has any. */
async function aParcelWithLiquid() {
  const { trackingNumber } = await declareParcel(await aCustomer(app));
  const scan = trackingNumber ?? "";
  const { id: inboundParcelId } = (await receiveScan(app, receiver, { warehouseId, scan })).parcel;
  const { receiving, inboundParcels } = receiver.api;
  const add = async (kind: "contents" | "outside", person = receiver) => {
    const photo = { inboundParcelId, kind, file: aPicture(), idempotencyKey: randomUUID() };
    return (await person.api.receiving.addInboundParcelImage(photo)).id;
  };
  const measure = async () => {
    app.clock.advance(60_000);
    await receiving.measureAgain({ inboundParcelId, ...recorded({ goodsFlags: ["liquid"] }) });
    app.clock.advance(60_000);
  };
  const correct = async (imageId: string) => {
    const { records } = await inboundParcels.readAnyInboundParcel({ inboundParcelId });
    return await receiving.correctReceivingRecord({
      receivingRecordId: records.at(-1)?.id ?? "",
      reason: "Books",
      imageId,
      ...recorded({}),
    });
  };
  return { add, measure, correct };
}

test("a photo from before the wrong record, or of another parcel, takes nothing off; a colleague's since does", async () => {
  const { add, measure, correct } = await aParcelWithLiquid();
  const other = await aParcelWithLiquid();
  const early = await add("contents");
  await measure();
  for (const imageId of [early, await other.add("contents")]) {
    await expect(correct(imageId)).rejects.toMatchObject({ code: "photo_needed" });
  }
  const colleague = await aStaffMember(app, ["receiver"]);
  const { measured } = await correct(await add("contents", colleague));
  expect(measured?.goodsFlags).toEqual([]);
});

test("a parcel with as many photos as it can have takes one more of what is in it for each record", async () => {
  const { add, measure, correct } = await aParcelWithLiquid();
  for (let count = 0; count < receivingLimits.imagesPerParcel; count += 1) await add("contents");
  await measure();
  await expect(add("outside")).rejects.toMatchObject({ code: "too_many_images" });
  const imageId = await add("contents");
  await expect(add("contents")).rejects.toMatchObject({ code: "too_many_images" });
  const { measured } = await correct(imageId);
  expect(measured?.goodsFlags).toEqual([]);
});
