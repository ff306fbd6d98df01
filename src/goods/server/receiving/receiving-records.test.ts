import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { ParcelMeasurements } from "#goods/contract/receiving.ts";
import { expectApiError } from "#test/api-errors.ts";
import { signedInContext } from "#test/context.ts";
import { addInboundParcelImage } from "#goods/server/inbound-parcels/parcel-images.ts";
import { failingCalls } from "#test/failing-calls.ts";
import { declareParcel, parcelHistory } from "#test/inbound-parcels.ts";
import { receivingFaults } from "#test/receiving-faults.ts";
import { aWarehouse, receiveScan } from "#test/receiving.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, anAdmin, aStaffMember, type TestPerson } from "#test/users.ts";
import { warehouseFields } from "#test/warehouses.ts";

const pixel = Buffer.from("R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=", "base64");

let app: TestApp;
let admin: TestPerson;
let receiver: TestPerson;
let mei: TestPerson;
let tom: TestPerson;
let warehouseId: string;

beforeAll(async () => {
  app = await testApp();
  app.clock.set("2026-06-10T04:00:00Z");
  [admin, receiver, mei, tom] = await Promise.all([
    anAdmin(app),
    aStaffMember(app, ["receiver"]),
    aCustomer(app, { fullName: "陳美", plan: "Super" }),
    aCustomer(app),
  ]);
  warehouseId = await aWarehouse(admin);
  await app.database.kysely
    .insertInto("storageLocations")
    .values(
      ["A-1", "A-2", "OLD-1"].map((code) => ({
        warehouseId,
        code,
        label: "",
        capacity: 1,
        isActive: code !== "OLD-1",
        createdAt: app.clock.now(),
        updatedAt: app.clock.now(),
      })),
    )
    .execute();
  return () => app.close();
});

const recorded = (measurements: Partial<ParcelMeasurements> = {}) => ({
  measurements: { weightGrams: 1250, ...measurements },
  recordedAt: app.clock.now().toISOString(),
  idempotencyKey: randomUUID(),
});
const details = (inboundParcelId: string) =>
  receiver.api.inboundParcels.readAnyInboundParcel({ inboundParcelId });

async function aReceived(): Promise<{ readonly id: string; readonly labelCode: string }> {
  const { trackingNumber } = await declareParcel(mei);
  return (await receiveScan(app, receiver, { warehouseId, scan: trackingNumber })).parcel;
}

async function notifiedOf(subjectId: string): Promise<string[]> {
  const rows = await app.database.kysely
    .selectFrom("notifications")
    .select("kind")
    .where("subjectId", "=", subjectId)
    .orderBy("id")
    .execute();
  return rows.map(({ kind }) => kind);
}

async function setState(parcelId: string, state: "departed" | "expected"): Promise<void> {
  const { kysely } = app.database;
  await kysely.updateTable("inboundParcels").set({ state }).where("id", "=", parcelId).execute();
}

describe("G7: the measurements of a parcel", () => {
  test("are those of the newest record that counts, a correction in the place of what it corrects", async () => {
    const { id: inboundParcelId } = await aReceived();
    const { receiving } = receiver.api;
    const weights = async () => {
      const { parcel, records } = await details(inboundParcelId);
      return [parcel.measured?.weightGrams, records.map(({ weightGrams }) => weightGrams)];
    };
    const again = recorded({ weightGrams: 2000, sidesMm: [300, 200, 100], condition: "wet" });
    await receiving.measureAgain({ inboundParcelId, ...again });
    await receiving.measureAgain({ inboundParcelId, ...again });
    expect(await weights()).toEqual([2000, [1250, 2000]]);
    const [first, second] = (await details(inboundParcelId)).records;
    const correct = (receivingRecordId = "", weightGrams = 0) =>
      receiving.correctReceivingRecord({
        receivingRecordId,
        reason: "Mistyped",
        ...recorded({ weightGrams, condition: "wet" }),
      });
    // The first record counts no longer, whatever it says.
    await correct(first?.id, 1300);
    expect(await weights()).toEqual([2000, [1250, 2000, 1300]]);
    expect((await correct(second?.id, 2100)).measured).toMatchObject({
      weightGrams: 2100,
      sidesMm: null,
    });
    await expectApiError(correct(second?.id, 2200), "conflict");
    const [, , , newest] = (await details(inboundParcelId)).records;
    expect(newest).toMatchObject({
      kind: "corrected",
      reason: "Mistyped",
      replacesId: second?.id,
    });
    await correct(newest?.id, 2150);
    expect((await weights())[0]).toBe(2150);
    expect((await parcelHistory(app, inboundParcelId)).slice(2)).toEqual([
      ["measured_again", null, true],
      ["corrected", null, true],
      ["corrected", null, true],
      ["corrected", null, true],
    ]);
    // Wet since it was measured again, and no news after that.
    expect(await notifiedOf(inboundParcelId)).toEqual(["parcel_received", "parcel_condition"]);
  });

  test("are corrected once, whoever corrects them at the same time", async () => {
    const { id: inboundParcelId } = await aReceived();
    const [record] = (await details(inboundParcelId)).records;
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, (_, index) =>
        receiver.api.receiving.correctReceivingRecord({
          receivingRecordId: record?.id ?? "",
          reason: "Mistyped",
          ...recorded({ weightGrams: 1000 + index }),
        }),
      ),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await details(inboundParcelId)).records).toHaveLength(2);
  });

  test("are of a parcel that is here, and of one request", async () => {
    const { id: inboundParcelId } = await aReceived();
    const { receiving } = receiver.api;
    const first = recorded();
    await receiving.measureAgain({ inboundParcelId, ...first });
    const other = { ...first, measurements: { weightGrams: 1 } };
    await expectApiError(
      receiving.measureAgain({ inboundParcelId, ...other }),
      "idempotency_key_reused",
    );
    const unknown = { inboundParcelId: randomUUID(), ...recorded() };
    await expectApiError(receiving.measureAgain(unknown), "not_found");
    const [record] = (await details(inboundParcelId)).records;
    await setState(inboundParcelId, "departed");
    await expectApiError(
      receiving.measureAgain({ inboundParcelId, ...recorded() }),
      "inbound_parcel_not_free",
    );
    const receivingRecordId = record?.id ?? "";
    await expectApiError(
      receiving.correctReceivingRecord({ receivingRecordId, reason: "Late", ...recorded() }),
      "inbound_parcel_not_free",
    );
    await expectApiError(
      receiving.correctReceivingRecord({
        receivingRecordId: randomUUID(),
        reason: "None",
        ...recorded(),
      }),
      "not_found",
    );
    for (const measurements of [
      { weightGrams: 0 },
      { weightGrams: 100_001 },
      { weightGrams: 1, sidesMm: [0, 1, 1] },
      { weightGrams: 1, sidesMm: [3_001, 1, 1] },
    ] as ParcelMeasurements[]) {
      const call = receiving.measureAgain({ inboundParcelId, ...recorded(), measurements });
      await expectApiError(call, "invalid_input");
    }
  });
});

describe("Storing parcels", () => {
  const store = (labelCodes: string[], storageLocationCode = "A-1", where = warehouseId) =>
    receiver.api.receiving.storeInboundParcels({
      warehouseId: where,
      storageLocationCode,
      labelCodes,
    });

  test("records where each lies, once, and all or none", async () => {
    const [one, other] = [await aReceived(), await aReceived()];
    const codes = [other.labelCode, one.labelCode.toLowerCase(), other.labelCode];
    const { items } = await store(codes);
    expect(items.map(({ id, storageLocationCode }) => [id, storageLocationCode])).toEqual([
      [other.id, "A-1"],
      [one.id, "A-1"],
    ]);
    await store([one.labelCode], "shelf:a-1");
    await store([one.labelCode], "A-2");
    const kinds = async (id: string) => (await parcelHistory(app, id)).map(([kind]) => kind);
    expect(await kinds(one.id)).toEqual(["declared", "received", "stored", "stored"]);
    const { id, labelCode } = await declareParcel(mei);
    for (const [code, error] of [
      [labelCode, "inbound_parcel_not_free"],
      ["22222222", "not_found"],
    ] as const) {
      await expect(store([one.labelCode, code])).rejects.toMatchObject({ code: error });
    }
    await expectApiError(store([one.labelCode], "OLD-1"), "storage_location_unknown");
    app.clock.advance(1_000);
    const elsewhere = await aWarehouse(admin);
    await expectApiError(store([one.labelCode], "A-1", elsewhere), "storage_location_unknown");
    expect((await details(one.id)).parcel.storageLocationCode).toBe("A-2");
    expect(await kinds(id)).toEqual(["declared"]);
  });

  test("of several desks without a network the one that moved a parcel last is right", async () => {
    const { id, labelCode } = await aReceived();
    app.clock.advance(3_600_000);
    const minute = 60_000;
    const send = (storageLocationCode: string, minutesAgo: number) =>
      receiver.api.receiving.storeInboundParcels({
        warehouseId,
        storageLocationCode,
        labelCodes: [labelCode],
        ageMilliseconds: minutesAgo * minute,
      });
    await send("A-2", 10);
    const movedAt = new Date(app.clock.now().getTime() - 10 * minute).toISOString();
    const { items } = await send("A-1", 30);
    expect(items.map(({ storageLocationCode }) => storageLocationCode)).toEqual(["A-2"]);
    app.clock.advance(minute);
    // The same again, since its answer was lost.
    await send("A-2", 11);
    await send("A-1", 31);
    const stored = (await details(id)).events.filter(({ kind }) => kind === "stored");
    expect(stored.map(({ createdAt }) => createdAt)).toEqual([movedAt]);
    await send("A-1", 5);
    expect((await details(id)).parcel.storageLocationCode).toBe("A-1");
    // Put there before the parcel was received again, by a wrong count of the device.
    await send("A-2", 600);
    expect((await details(id)).parcel.storageLocationCode).toBe("A-1");
  });

  test.each([
    ["left", "departed", "This parcel is not in the warehouse: it has left"],
    ["was never here", "22222222", "No parcel has this label, so nothing was moved."],
    ["is in another warehouse", "elsewhere", "This parcel is in another warehouse"],
  ])("says that a parcel %s", async (_, state, message) => {
    const { id, labelCode } = await aReceived();
    if (state === "departed") await setState(id, "departed");
    const labelCodes = [state === "22222222" ? state : labelCode];
    const where = state === "elsewhere" ? await aWarehouse(admin) : warehouseId;
    if (where !== warehouseId) {
      const items = [{ code: "A-1" }];
      await admin.api.storageLocations.createStorageLocations({ warehouseId: where, items });
    }
    const storing = store(labelCodes, "A-1", where);
    await expect(storing).rejects.toThrow(message);
    expect((await details(id)).parcel.storageLocationCode).toBe(null);
  });
});

describe("A photo", () => {
  const photo = (inboundParcelId: string, content: Buffer = pixel) => ({
    inboundParcelId,
    file: new File([Uint8Array.from(content)], "a.gif"),
    idempotencyKey: randomUUID(),
  });
  const add = (input: ReturnType<typeof photo>) =>
    receiver.api.receiving.addInboundParcelImage(input);
  const filesOf = (parcelId: string) =>
    Array.fromAsync(app.services.files.list(`stored/${parcelId}`));

  test("is added once for its key, and shown to the owner and staff alone", async () => {
    const { id: inboundParcelId } = await aReceived();
    const input = photo(inboundParcelId);
    const [image, ...others] = await Promise.all([add(input), add(input), add(input)]);
    expect(others.map(({ id }) => id)).toEqual([image.id, image.id]);
    expect(await filesOf(inboundParcelId)).toHaveLength(2);
    await expectApiError(
      add({ ...photo((await aReceived()).id), idempotencyKey: input.idempotencyKey }),
      "idempotency_key_reused",
    );
    const { parcel, images } = await mei.api.inboundParcels.readInboundParcel({ inboundParcelId });
    expect([images, parcel.thumbnailUrl]).toEqual([[image], image.thumbnailUrl]);
    expect((await details(inboundParcelId)).images).toEqual([image]);
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

  test("is refused under the key of another picture, while a key is everybody's own", async () => {
    const { id } = await aReceived();
    const input = { ...photo(id), kind: "outside" as const };
    const { id: imageId } = await add(input);
    const { file } = photo(id, Buffer.concat([pixel, Buffer.from("another")]));
    for (const other of [
      { ...input, file },
      { ...input, kind: "damage" as const },
    ]) {
      await expectApiError(add(other), "idempotency_key_reused");
    }
    const own = await admin.api.receiving.addInboundParcelImage({ ...input, file });
    const { images } = await details(id);
    expect(new Set(images.map((image) => image.id))).toEqual(new Set([imageId, own.id]));
    expect(await filesOf(id)).toHaveLength(4);
  });

  test("is added to one of two parcels under one key, also at once", async () => {
    const [one, other] = [await aReceived(), await aReceived()];
    const input = { ...photo(one.id), kind: "outside" as const };
    const context = signedInContext(app, receiver);
    const results = await Promise.allSettled(
      [one, other].map(({ id }) =>
        addInboundParcelImage(context, { ...input, inboundParcelId: id }),
      ),
    );
    const failed = results.flatMap((result) =>
      result.status === "rejected" ? [result.reason as { code: string }] : [],
    );
    expect(failed.map(({ code }) => code)).toEqual(["idempotency_key_reused"]);
    expect([...(await filesOf(one.id)), ...(await filesOf(other.id))]).toHaveLength(2);
  });

  test("is stored once where two servers receive the same request at once", async () => {
    const { id: inboundParcelId } = await aReceived();
    const input = { ...photo(inboundParcelId), kind: "outside" as const };
    // Past the queue, which runs one upload of an account at a time.
    const context = signedInContext(app, receiver);
    const images = await Promise.all([1, 2, 3].map(() => addInboundParcelImage(context, input)));
    expect(new Set(images.map(({ id }) => id)).size).toBe(1);
    expect(await filesOf(inboundParcelId)).toHaveLength(2);
  });

  test("over REST is a part of a form", async () => {
    const { id } = await aReceived();
    const body = new FormData();
    const { file, idempotencyKey } = photo(id);
    body.set("file", file);
    body.set("kind", "damage");
    body.set("idempotencyKey", idempotencyKey);
    const path = `/api/admin/receiving/parcels/${id}/images`;
    const response = await receiver.client.fetch(path, { method: "POST", body });
    expect([response.status, await response.json()]).toMatchObject([200, { kind: "damage" }]);
  });

  test("is one of at most twenty, and leaves no file behind when it is refused", async () => {
    const { id } = await aReceived();
    const results = await Promise.allSettled(Array.from({ length: 22 }, () => add(photo(id))));
    const codes = results.flatMap((result) =>
      result.status === "rejected" ? [(result.reason as { code: string }).code] : [],
    );
    // At most twenty upload at once; the others are asked to wait.
    expect(codes.every((code) => code === "too_many_requests" || code === "too_many_images")).toBe(
      true,
    );
    while ((await details(id)).images.length < 20) await add(photo(id));
    await expectApiError(add(photo(id)), "too_many_images", "There can be at most 20 photos.");
    expect(await filesOf(id)).toHaveLength(40);
    const other = await aReceived();
    await expectApiError(
      add(photo(other.id, Buffer.from("no image"))),
      "invalid_image",
      "Only JPEG, PNG, WebP, HEIC and GIF images can be added. Save it as a JPEG and add that.",
    );
    expect(await filesOf(other.id)).toEqual([]);
    await expectApiError(add(photo(randomUUID())), "not_found");
  });

  test.each(["rejected", "unanswered"] as const)(
    "G7: has a row and files, or neither, when the last call to the database is %s",
    async (failure) => {
      const { id } = await aReceived();
      const calls = failingCalls(app.database);
      const input = photo(id);
      for (let place = 14; place > 8; place -= 1) {
        calls.arm(place, failure);
        await add(input).catch(() => undefined);
        calls.disarm();
        const { images } = await details(id);
        for (const { imageUrl } of images) {
          expect((await receiver.client.fetch(imageUrl)).status).toBe(200);
        }
      }
      expect((await add(input)).kind).toBe("outside");
      expect((await details(id)).images).toHaveLength(1);
      expect(await filesOf(id)).toHaveLength(2);
    },
  );

  test("is one of 2,000 an hour", async () => {
    const desk = await aStaffMember(app, ["receiver"]);
    const attempts = Array.from({ length: 2_000 }, () => ({
      bucket: `parcelImagesPerAccount:${desk.userId}`,
      attemptedAt: app.clock.now(),
    }));
    await app.database.kysely.insertInto("attempts").values(attempts).execute();
    const input = photo((await aReceived()).id);
    await expectApiError(desk.api.receiving.addInboundParcelImage(input), "too_many_requests");
  });
});

describe("The desk reads", () => {
  test("the awaited numbers with who declared them, the newest first", async () => {
    // Accounts of tests get their member code at the first reading.
    const { memberCode } = await mei.api.inboundParcels.readAddress({});
    const { trackingNumber } = await declareParcel(mei);
    const { items, listedAt } = await receiver.api.receiving.listAwaitedNumbers({ warehouseId });
    expect(listedAt).toBe(app.clock.now().toISOString());
    expect(items).toContainEqual({ trackingNumber, memberCode, nameInitial: "陳", plan: "Super" });
    await receiveScan(app, receiver, { warehouseId, scan: trackingNumber });
    const { items: later } = await receiver.api.receiving.listAwaitedNumbers({ warehouseId });
    expect(later.map((item) => item.trackingNumber)).not.toContain(trackingNumber);
  });

  test("how many came since midnight in Hong Kong, and in the last hour", async () => {
    const id = await aWarehouse(admin);
    const day = () => receiver.api.receiving.readReceivingDay({ warehouseId: id });
    expect(await day()).toEqual({ todayCount: 0, lastHourCount: 0 });
    // Midnight there is 16:00 in UTC.
    for (const at of ["15:59:59", "16:00:00", "16:30:00"]) {
      app.clock.set(`2026-06-11T${at}Z`);
      await receiveScan(app, receiver, { warehouseId: id });
    }
    expect(await day()).toEqual({ todayCount: 2, lastHourCount: 3 });
    app.clock.set("2026-06-11T17:00:00Z");
    expect(await day()).toEqual({ todayCount: 2, lastHourCount: 1 });
    const unknown = { warehouseId: randomUUID() };
    await expectApiError(receiver.api.receiving.readReceivingDay(unknown), "not_found");
    await expectApiError(receiver.api.receiving.listAwaitedNumbers(unknown), "not_found");
  });

  test("what one saved today and is still here, the newest first, and nothing of colleagues", async () => {
    const own = await aStaffMember(app, ["receiver"]);
    const { receiving } = own.api;
    const id = await aWarehouse(admin);
    const saved = async () => {
      const { items } = await receiving.listOwnRecords({ warehouseId: id });
      return items.map(({ kind, outcome, parcel }) => [parcel.id, kind, outcome]);
    };
    expect(await saved()).toEqual([]);
    app.clock.set("2026-06-12T15:59:00Z");
    const yesterday = await receiveScan(app, own, { warehouseId: id });
    app.clock.set("2026-06-12T16:01:00Z");
    const [first, second] = [
      await receiveScan(app, own, { warehouseId: id }),
      await receiveScan(app, own, { warehouseId: id }),
    ].map(({ parcel }) => parcel.id);
    await receiveScan(app, receiver, { warehouseId: id });
    await receiveScan(app, own, { warehouseId });
    app.clock.advance(60_000);
    for (const inboundParcelId of [first ?? "", yesterday.parcel.id]) {
      const recordedAt = app.clock.now().toISOString();
      const measured = { measurements: { weightGrams: 900 }, recordedAt };
      await receiving.measureAgain({ inboundParcelId, ...measured, idempotencyKey: randomUUID() });
      app.clock.advance(1_000);
    }
    const rows = await saved();
    expect(rows).toEqual([
      [yesterday.parcel.id, "measured_again", expect.any(String)],
      [first, "received", "unmatched"],
      [second, "received", "unmatched"],
    ]);
    const mistake = { reason: "Not ours", idempotencyKey: randomUUID() };
    await receiving.undoReceiving({ inboundParcelId: first ?? "", ...mistake });
    expect(await saved()).toEqual([rows[0], rows[2]]);
    const unknown = { warehouseId: randomUUID() };
    await expectApiError(receiving.listOwnRecords(unknown), "not_found");
  });

  test("the active warehouses, hubs first and of these the one entered first", async () => {
    await aWarehouse(admin, { kind: "intake", code: "SZ1", name: "Aa" });
    const old = await aWarehouse(admin, { code: "OLD" });
    const fields = warehouseFields({ code: "OLD", isActive: false });
    await admin.api.warehouses.updateWarehouse({ warehouseId: old, fields });
    const { items } = await receiver.api.receiving.listReceivingWarehouses({});
    expect(items[0]).toMatchObject({ id: warehouseId });
    expect(items.at(-1)?.code).toBe("SZ1");
    expect(items.map(({ code }) => code)).not.toContain("OLD");
  });
});

test("G7: after all this every parcel is as it was measured", async () => {
  expect(await receivingFaults(app.database.kysely)).toEqual([]);
});
