import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { parseScan } from "#goods/rules/scan.ts";
import { maxStorageLocations } from "#goods/rules/storage-location.ts";
import { expectApiError } from "#test/api-errors.ts";
import { signedInContext } from "#test/context.ts";
import { asOwner } from "#test/database.ts";
import { declareParcel, receiveParcel } from "#test/inbound-parcels.ts";
import { parseZpl, pdfPages, qrTextOf, textsOf } from "#test/labels.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, aStaffMember, type TestPerson } from "#test/users.ts";
import { warehouseFields } from "#test/warehouses.ts";
import { createFairQueue } from "#platform/server/limits/fair-queue.ts";
import { queueLimits } from "#platform/server/limits/queues.ts";
import { printLabels } from "./storage-locations.ts";

let app: TestApp;
let manager: TestPerson;
let receiver: TestPerson;
let warehouseId: string;

const fields = { code: "A-01-1", label: "", capacity: null, isActive: true };

beforeAll(async () => {
  app = await testApp();
  [manager, receiver] = [
    await aStaffMember(app, ["manager"]),
    await aStaffMember(app, ["receiver"]),
  ];
  ({ id: warehouseId } = await manager.api.warehouses.createWarehouse(warehouseFields()));
  return () => app.close();
});
beforeEach(async () => {
  await asOwner(app.database, async (owner) => {
    await owner.updateTable("inboundParcels").set({ storageLocationId: null }).execute();
    await owner.deleteFrom("storageLocations").execute();
  });
});

async function create(...codes: string[]) {
  const items = codes.map((code) => ({ code }));
  return (await manager.api.storageLocations.createStorageLocations({ warehouseId, items })).items;
}

async function list() {
  return (await receiver.api.storageLocations.listStorageLocations({ warehouseId })).items;
}

async function auditOf(action: string) {
  return await app.database.kysely
    .selectFrom("auditLog")
    .select(["target", "before", "after"])
    .where("action", "=", `storageLocations.${action}`)
    .where("errorCode", "is", null)
    .orderBy("id", "desc")
    .executeTakeFirst();
}

describe("Storage locations", () => {
  test("are entered many at once, in any case, listed by code, and audited as one entry", async () => {
    const created = await create("a-01-2", "A-01-1");
    expect(created.map(({ code }) => code)).toEqual(["A-01-1", "A-01-2"]);
    expect(created[0]).toMatchObject({ ...fields, warehouseId, parcelsCount: 0 });
    expect(await list()).toEqual(created);
    expect(await auditOf("createStorageLocations")).toEqual({
      target: warehouseId,
      before: null,
      after: { items: [{ ...fields, code: "A-01-2" }, fields] },
    });
  });

  test.each([
    ["one is there already", ["A-02-1", "A-01-1"], "A-01-1"],
    ["one is there twice in the request", ["A-03-1", "a-03-1"], "A-03-1"],
  ])("are not entered at all where %s", async (_, codes, known) => {
    await create("A-01-1");
    const creating = create(...codes);
    await expect(creating).rejects.toMatchObject({
      code: "storage_location_exists",
      data: { codes: [known] },
    });
    expect(await list()).toHaveLength(1);
  });

  test("of two requests at once with the same code one is rejected", async () => {
    const outcomes = await Promise.allSettled([create("A-01-1"), create("A-01-1")]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await list()).toHaveLength(1);
  });

  test("are at most 5,000 in a warehouse", async () => {
    const now = new Date();
    await app.database.kysely
      .insertInto("storageLocations")
      .columns(["warehouseId", "code", "label", "isActive", "createdAt", "updatedAt"])
      .expression((eb) =>
        eb
          .selectFrom(
            eb
              .fn<{ n: number }>("generate_series", [eb.lit(1), eb.lit(maxStorageLocations - 1)])
              .as("n"),
          )
          .select(({ ref, val, cast }) => [
            val(warehouseId).as("warehouseId"),
            cast<string>(ref("n" as never), "text").as("code"),
            val("").as("label"),
            val(true).as("isActive"),
            val(now).as("createdAt"),
            val(now).as("updatedAt"),
          ]),
      )
      .execute();
    await expectApiError(create("A-01-1", "A-01-2"), "too_many_storage_locations");
    await create("A-01-1");
    expect(await list()).toHaveLength(maxStorageLocations);
  });

  test("count the parcels that lie there, and not those that have left", async () => {
    const [first] = await create("A-01-1");
    const customer = await aCustomer(app);
    for (const state of ["received", "departed"] as const) {
      const { id } = await declareParcel(customer);
      await receiveParcel(app, customer, id);
      await app.database.kysely
        .updateTable("inboundParcels")
        .set({ state, storageLocationId: first?.id ?? null })
        .where("id", "=", id)
        .execute();
    }
    expect((await list()).map(({ parcelsCount }) => parcelsCount)).toEqual([1]);
  });

  test.each([["-A"], ["A--1"], ["A_1"], [""], ["A".repeat(21)]])(
    "have no code like %j",
    async (code) => {
      await expectApiError(create(code), "invalid_input");
    },
  );

  test("of a warehouse that does not exist are not found", async () => {
    const { storageLocations } = manager.api;
    const unknown = { warehouseId: randomUUID() };
    await expectApiError(storageLocations.listStorageLocations(unknown), "not_found");
    const creating = storageLocations.createStorageLocations({ ...unknown, items: [fields] });
    await expectApiError(creating, "not_found");
  });
});

describe("A change of a storage location", () => {
  test("is audited with the changed fields alone", async () => {
    const [location] = await create("A-01-1");
    const storageLocationId = location?.id ?? "";
    app.clock.advance(1_000);
    const changed = await manager.api.storageLocations.updateStorageLocation({
      storageLocationId,
      fields: { ...fields, capacity: 40, isActive: false },
      expectedVersion: location?.updatedAt,
    });
    expect(await list()).toEqual([changed]);
    expect(changed).toMatchObject({ capacity: 40, isActive: false });
    expect(await auditOf("updateStorageLocation")).toEqual({
      target: storageLocationId,
      before: { capacity: null, isActive: true },
      after: { capacity: 40, isActive: false },
    });
  });

  test("on top of another one is a conflict with the stored version, except where it changes nothing", async () => {
    const [location] = await create("A-01-1");
    const { id: storageLocationId = "", updatedAt = "" } = location ?? {};
    const { updateStorageLocation } = manager.api.storageLocations;
    app.clock.advance(1_000);
    const theirs = { ...fields, label: "Left of the entrance" };
    await updateStorageLocation({ storageLocationId, fields: theirs });
    const mine = { ...fields, capacity: 5 };
    const changing = updateStorageLocation({
      storageLocationId,
      fields: mine,
      expectedVersion: updatedAt,
    });
    await expect(changing).rejects.toMatchObject({ code: "conflict", data: { current: theirs } });
    const again = { storageLocationId, fields: theirs, expectedVersion: updatedAt };
    expect(await updateStorageLocation(again)).toMatchObject(theirs);
  });

  test("cannot take the code of another one", async () => {
    const [first] = await create("A-01-1", "A-01-2");
    const { updateStorageLocation } = manager.api.storageLocations;
    const input = { storageLocationId: first?.id ?? "", fields: { ...fields, code: "A-01-2" } };
    await expectApiError(updateStorageLocation(input), "storage_location_exists");
    await expectApiError(
      updateStorageLocation({ storageLocationId: randomUUID(), fields }),
      "not_found",
    );
  });
});

describe("The labels of storage locations", () => {
  async function print(storageLocationIds: readonly string[], format: "pdf" | "zpl" = "pdf") {
    const input = { warehouseId, storageLocationIds: [...storageLocationIds], format };
    const file = await receiver.api.storageLocations.printLabels(input);
    return { name: file.name, bytes: Buffer.from(await file.arrayBuffer()) };
  }

  test("have the code large, and a QR code that the desk reads as this shelf", async () => {
    const longest = "ABCDEFGHIJKLM-999-10";
    const locations = await create("a-03-2", longest);
    await manager.api.storageLocations.updateStorageLocation({
      storageLocationId: locations[0]?.id ?? "",
      fields: { ...fields, code: "A-03-2", label: "入口左邊 ✂", isActive: false },
    });
    const ids = locations.map(({ id }) => id);
    const { name, bytes } = await print(ids.toReversed());
    expect(name).toBe("shelf-labels.pdf");
    const pages = pdfPages(bytes);
    expect(pages.map((page) => textsOf(page))).toEqual(
      ["A-03-2", longest].map((code) => [code, "Storage location", "Warehouse", "HK1"]),
    );
    expect(pages.map((page) => qrTextOf(page))).toEqual(["SHELF:A-03-2", `SHELF:${longest}`]);
    const scans = pages.map((page) => parseScan(qrTextOf(page) ?? ""));
    expect(scans).toEqual(["A-03-2", longest].map((code) => ({ kind: "storage_location", code })));
    // In points; the longest code is as wide as the label, a short one as high as its room.
    const sizes = pages.map((page) => Math.round(Number(/\/F\d ([\d.]+) Tf/.exec(page)?.[1])));
    expect(sizes).toEqual([54, 22]);
    const zpl = await print([...ids, ...ids], "zpl");
    const labels = zpl.bytes.toString().split(/(?=\^XA)/);
    const printed = labels.map((label) => parseZpl(label).fields);
    expect(printed.map(([qrCode, code]) => [qrCode?.text, code?.text])).toEqual(
      ["A-03-2", longest].map((code) => [`QA,SHELF:${code}`, code]),
    );
    for (const { at } of printed.flat()) {
      const [x = 0, y = 0] = at.split(",").map(Number);
      expect(x < 800 && y < 400).toBe(true);
    }
  });

  test("are at most 100 in a file, all of one warehouse", async () => {
    const codes = Array.from({ length: 101 }, (_, at) => `B-${String(at).padStart(3, "0")}`);
    const ids = (await create(...codes)).map(({ id }) => id);
    const { bytes } = await print(ids.slice(0, 100));
    expect(pdfPages(bytes).map((page) => textsOf(page)[0])).toEqual(codes.slice(0, 100));
    await expectApiError(print(ids), "invalid_input");
    await expectApiError(print([...ids.slice(0, 2), randomUUID()]), "not_found");
    const other = await manager.api.warehouses.createWarehouse(warehouseFields({ code: "HK2" }));
    const elsewhere = { warehouseId: other.id, storageLocationIds: ids.slice(0, 1) };
    await expectApiError(receiver.api.storageLocations.printLabels(elsewhere), "not_found");
  });

  test("are rejected with `busy` while too many are drawn", async () => {
    const [location] = await create("A-01-1");
    const full = createFairQueue({ ...queueLimits.drawings, mostInAll: 0 });
    const context = signedInContext(app, receiver);
    const busy = { ...context, queues: { ...context.queues, drawings: full } };
    const input = { warehouseId, storageLocationIds: [location?.id ?? ""], format: "pdf" } as const;
    await expect(printLabels(busy, input)).rejects.toMatchObject({ code: "busy" });
  });
});
