import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import { follow } from "#test/follow.ts";
import { declareParcel } from "#test/inbound-parcels.ts";
import { aWarehouse, receiveScan } from "#test/receiving.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { timeLimit } from "#test/time-limit.ts";
import { aCustomer, anAdmin, aStaffMember, type TestPerson } from "#test/users.ts";

const pixel = Buffer.from("R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=", "base64");

let app: TestApp;
let receiver: TestPerson;
let warehouseId: string;
beforeAll(async () => {
  app = await testApp();
  receiver = await aStaffMember(app, ["receiver"]);
  warehouseId = await aWarehouse(await anAdmin(app));
  return () => app.close();
});

const measurements = {
  weightGrams: 1250,
  sidesMm: [400, 300, 250] as [number, number, number],
  condition: "wet" as const,
  battery: "loose" as const,
  goodsFlags: ["liquid" as const],
};

async function receive(person: TestPerson, declared?: InboundParcel) {
  const parcel = declared ?? (await declareParcel(person));
  await receiveScan(app, receiver, {
    warehouseId,
    scan: parcel.trackingNumber,
    measurements: { ...measurements, note: "In a blue bag" },
  });
  return parcel;
}

const photograph = (inboundParcelId: string) =>
  receiver.api.receiving.addInboundParcelImage({
    inboundParcelId,
    kind: "scale",
    file: new File([pixel], "scale.gif", { type: "image/gif" }),
    idempotencyKey: randomUUID(),
  });

test("The owner's open page learns of the record and of each photo within a second, and shows them", async () => {
  const [mei, tom] = [await aCustomer(app), await aCustomer(app)];
  const [own, others] = await Promise.all([
    follow(mei.api.changeStream.subscribeToChanges({})),
    follow(tom.api.changeStream.subscribeToChanges({})),
  ]);
  const isNotified = async (id: string) => {
    const from = performance.now();
    expect(await own.receives("inbound_parcel", id)).toBe(true);
    expect(performance.now() - from).toBeLessThan(timeLimit(1_000));
    own.changes.length = 0;
  };
  const declared = await declareParcel(mei);
  await isNotified(declared.id);
  const received = await receive(mei, declared);
  await isNotified(received.id);
  const image = await photograph(received.id);
  await isNotified(received.id);
  const read = await mei.api.inboundParcels.readInboundParcel({ inboundParcelId: received.id });
  expect(read.parcel).toMatchObject({
    state: "received",
    measured: measurements,
    thumbnailUrl: image.thumbnailUrl,
  });
  expect(read.images).toEqual([image]);
  expect(JSON.stringify(read)).not.toMatch(/blue bag|@/);
  expect(others.changes.filter(({ subjectId }) => subjectId === received.id)).toEqual([]);
  await Promise.all([own.close(), others.close()]);
});

test("Staff who see customers read who made a record, receivers do not", async () => {
  const parcel = await receive(await aCustomer(app));
  const support = await aStaffMember(app, ["support"]);
  const recorders = async ({ api }: TestPerson) => {
    const { records } = await api.inboundParcels.readAnyInboundParcel({
      inboundParcelId: parcel.id,
    });
    return records.map(({ note, createdByEmail }) => [note, createdByEmail]);
  };
  expect(await recorders(support)).toEqual([["In a blue bag", receiver.email]]);
  expect(await recorders(receiver)).toEqual([["In a blue bag", null]]);
});

test("The export of an account has records and photos of its parcels, and of no others", async () => {
  const [mei, tom] = [await aCustomer(app), await aCustomer(app)];
  const [own, others] = [await receive(mei), await receive(tom)];
  const [image, otherImage] = [await photograph(own.id), await photograph(others.id)];
  const { content } = await mei.api.users.exportAccount({ part: "everything" });
  const { inboundParcels } = JSON.parse(content) as { inboundParcels: unknown[] };
  expect(inboundParcels).toEqual([
    expect.objectContaining({
      parcel: expect.objectContaining({
        id: own.id,
        measured: { ...measurements, found: { batteries: [], goods: [] } },
      }),
      images: [expect.objectContaining({ id: image.id, kind: "scale" })],
      receivingRecords: [expect.objectContaining({ kind: "received", note: "In a blue bag" })],
    }),
  ]);
  expect(content).not.toContain(otherImage.id);
});
