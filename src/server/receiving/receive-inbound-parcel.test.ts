import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { declareParcel } from "#testing/inbound-parcels.ts";
import { parcelHistory } from "#testing/parcels.ts";
import { aWarehouse, receiveScan, type ReceiveInput } from "#testing/receiving.ts";
import { testApp, type TestApp } from "#testing/test-app.ts";
import { aCustomer, anAdmin, aStaffMember, type TestPerson } from "#testing/users.ts";
import { receivingFaults } from "#testing/receiving-faults.ts";

let app: TestApp;
let admin: TestPerson;
let receiver: TestPerson;
let mei: TestPerson;
let tom: TestPerson;
let warehouseId: string;

const pixelBase64 = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

beforeAll(async () => {
  app = await testApp();
  app.clock.set("2026-06-10T04:00:00Z");
  [admin, receiver, mei, tom] = await Promise.all([
    anAdmin(app),
    aStaffMember(app, ["receiver"]),
    aCustomer(app, { plan: "Super" }),
    aCustomer(app),
  ]);
  warehouseId = await aWarehouse(admin);
  return () => app.close();
});

const read = (scan: string, memberCode: string | null = null) =>
  receiver.api.receiving.readScan({ scan, memberCode, warehouseId });
const receive = (input: Partial<ReceiveInput>) =>
  receiveScan(app, receiver, { warehouseId, ...input });

async function recordsOf(parcelId: string) {
  const { records } = await receiver.api.inboundParcels.readAnyInboundParcel({
    inboundParcelId: parcelId,
  });
  return records;
}

describe("A scan", () => {
  test("of an expected parcel is matched, received, and seen before from then on", async () => {
    const parcel = await declareParcel(mei);
    const scan = parcel.trackingNumber ?? "";
    expect(await read(scan)).toMatchObject({
      outcome: "matched",
      carrierCode: "sf-express",
      parcel: { id: parcel.id, owner: { userId: mei.userId, email: null } },
    });
    const received = await receive({ scan });
    expect(received).toMatchObject({
      outcome: "matched",
      parcel: {
        id: parcel.id,
        state: "received",
        receivedAt: "2026-06-10T04:00:00.000Z",
        measured: { weightGrams: 1250, sidesMm: null, condition: "perfect", battery: "unknown" },
      },
    });
    expect(await read(scan)).toMatchObject({ outcome: "seen_before", parcel: { id: parcel.id } });
    expect((await receive({ scan })).outcome).toBe("seen_before");
    expect(await read(parcel.labelCode)).toMatchObject({ outcome: "seen_before" });
    expect(await recordsOf(parcel.id)).toHaveLength(1);
    expect(await receivingFaults(app.database.kysely)).toEqual([]);
    expect(await parcelHistory(app, parcel.id)).toEqual([
      ["declared", null, false],
      ["received", null, true],
    ]);
  });
});

describe("A photo", () => {
  test("is added once for its key, and shown to the owner and staff alone", async () => {
    const { id } = await declareParcel(mei);
    const idempotencyKey = randomUUID();
    const add = () =>
      receiver.api.receiving.addInboundParcelImage({
        inboundParcelId: id,
        file: new File([Uint8Array.from(Buffer.from(pixelBase64, "base64"))], "a.gif"),
        idempotencyKey,
      });
    const image = await add();
    expect((await add()).id).toBe(image.id);
    const { parcel, images } = await mei.api.inboundParcels.readInboundParcel({
      inboundParcelId: id,
    });
    expect([images, parcel.thumbnailUrl]).toEqual([[image], image.thumbnailUrl]);
    for (const [{ client }, status] of [
      [mei, 200],
      [receiver, 200],
      [tom, 404],
    ] as const) {
      for (const url of [image.imageUrl, image.thumbnailUrl]) {
        expect((await client.fetch(url)).status).toBe(status);
      }
    }
  });
});
