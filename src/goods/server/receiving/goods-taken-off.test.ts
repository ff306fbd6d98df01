import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { ParcelMeasurements } from "#goods/contract/receiving.ts";
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
