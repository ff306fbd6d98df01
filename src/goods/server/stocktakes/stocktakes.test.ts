import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StocktakeDetails } from "#goods/contract/stocktakes.ts";
import { expectApiError } from "#test/api-errors.ts";
import { asOwner } from "#test/database.ts";
import { freshNumber } from "#test/inbound-parcels.ts";
import { aWarehouse, receiveScan } from "#test/receiving.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aStaffMember, type TestPerson } from "#test/users.ts";

let app: TestApp;
let manager: TestPerson;
let receiver: TestPerson;
let warehouseId: string;
let stocktakeId: string;

const shelves = ["A-01", "A-02", "B-01"];

beforeAll(async () => {
  app = await testApp();
  manager = await aStaffMember(app, ["manager"]);
  receiver = await aStaffMember(app, ["receiver"]);
  return () => app.close();
});
beforeEach(async () => {
  warehouseId = await aWarehouse(manager);
  const items = shelves.map((code) => ({ code }));
  await manager.api.storageLocations.createStorageLocations({ warehouseId, items });
  stocktakeId = (await receiver.api.stocktakes.startStocktake({ warehouseId })).id;
  app.clock.advance(60_000);
});

/** Receives a parcel onto a shelf, before the stocktake begins to count; returns its label. */
async function stored(storageLocationCode: string | null, changes: { atNow?: boolean } = {}) {
  const { parcel } = await receiveScan(app, receiver, {
    warehouseId,
    scan: freshNumber(),
    storageLocationCode,
  });
  if (changes.atNow !== true) app.clock.advance(1_000);
  return parcel.labelCode;
}

async function scan(
  storageLocationCode: string,
  labelCodes: readonly string[],
  { at = app.clock.now(), by = receiver }: { at?: Date; by?: TestPerson } = {},
) {
  const scannedAt = at.toISOString();
  const items = labelCodes.map((labelCode) => ({ labelCode, scannedAt }));
  const input = { stocktakeId, storageLocationCode, scannedAt, items };
  return (await by.api.stocktakes.recordScans(input)).notHere;
}

function found({ differences, missingCount, misplacedCount }: StocktakeDetails) {
  expect([missingCount, misplacedCount]).toEqual(
    ["missing", "misplaced"].map(
      (wanted) => differences.filter(({ kind }) => kind === wanted).length,
    ),
  );
  return differences.map(({ labelCode, recordedLocationCode, foundLocationCode }) => [
    labelCode,
    recordedLocationCode,
    foundLocationCode,
  ]);
}

const read = async () => found(await receiver.api.stocktakes.readStocktake({ stocktakeId }));
const finish = async (movesMisplaced = true) =>
  found(await receiver.api.stocktakes.finishStocktake({ stocktakeId, movesMisplaced }));

async function parcelOf(labelCode: string) {
  const { items } = await manager.api.inboundParcels.listAllInboundParcels({ search: labelCode });
  const [parcel] = items;
  if (parcel === undefined) throw new Error("There is no such parcel.");
  const { events } = await manager.api.inboundParcels.readAnyInboundParcel({
    inboundParcelId: parcel.id,
  });
  return {
    at: parcel.storageLocationCode,
    isMissing: parcel.missingSince !== null,
    moves: events.filter(({ kind }) => kind === "stored").length,
  };
}

describe("A stocktake", () => {
  test("is one a warehouse while it goes on, and is listed afterwards", async () => {
    const again = await manager.api.stocktakes.startStocktake({ warehouseId });
    expect(again.id).toBe(stocktakeId);
    await finish();
    const next = await receiver.api.stocktakes.startStocktake({ warehouseId });
    const { items } = await receiver.api.stocktakes.listStocktakes({ warehouseId });
    expect(items.map(({ id }) => id)).toEqual([next.id, stocktakeId]);
    expect(items.map(({ finishedAt }) => finishedAt === null)).toEqual([true, false]);
    await expectApiError(
      receiver.api.stocktakes.startStocktake({ warehouseId: randomUUID() }),
      "not_found",
    );
  });

  test("begun by two devices at once is one", async () => {
    const other = await aWarehouse(manager);
    const starts = Array.from({ length: 5 }, () =>
      receiver.api.stocktakes.startStocktake({ warehouseId: other }),
    );
    const ids = (await Promise.all(starts)).map(({ id }) => id);
    expect(new Set(ids).size).toBe(1);
  });

  test("finds what is missing and misplaced on the shelves that were counted, and nothing on others", async () => {
    const [right, missing, misplaced, loose, elsewhere] = [
      await stored("A-01"),
      await stored("A-01"),
      await stored("A-02"),
      await stored(null),
      await stored("B-01"),
    ];
    expect(await scan("A-01", [right, misplaced, loose])).toEqual([]);
    expect(await read()).toEqual([
      [missing, "A-01", null],
      [misplaced, "A-02", "A-01"],
      [loose, null, "A-01"],
    ]);
    const { locations, stocktake } = await receiver.api.stocktakes.readStocktake({ stocktakeId });
    expect(locations).toEqual([{ code: "A-01", recordedCount: 2, foundCount: 3 }]);
    expect(stocktake).toMatchObject({ locationsCount: 1, parcelsCount: 3, finishedAt: null });

    const differences = await finish();
    expect(differences).toEqual([
      [missing, "A-01", null],
      [misplaced, "A-02", "A-01"],
      [loose, null, "A-01"],
    ]);
    expect(await parcelOf(missing)).toEqual({ at: "A-01", isMissing: true, moves: 1 });
    expect(await parcelOf(misplaced)).toEqual({ at: "A-01", isMissing: false, moves: 2 });
    expect(await parcelOf(loose)).toEqual({ at: "A-01", isMissing: false, moves: 1 });
    expect(await parcelOf(elsewhere)).toMatchObject({ isMissing: false, moves: 1 });
    // Finished again, it is as it was, whatever has moved since.
    expect(await finish(false)).toEqual(differences);
    expect(await parcelOf(misplaced)).toMatchObject({ moves: 2 });
    await expectApiError(scan("A-01", [missing]), "stocktake_finished");
  });

  test("leaves misplaced parcels where they are recorded, if asked to", async () => {
    const misplaced = await stored("A-02");
    await scan("A-01", [misplaced]);
    expect(await finish(false)).toEqual([[misplaced, "A-02", "A-01"]]);
    expect(await parcelOf(misplaced)).toEqual({ at: "A-02", isMissing: false, moves: 1 });
  });

  test("counts an empty shelf, on which everything is missing", async () => {
    const missing = await stored("A-01");
    await scan("A-01", []);
    expect(await read()).toEqual([[missing, "A-01", null]]);
  });

  test("G22: does not miss what was received, moved or taken away after its shelf was scanned", async () => {
    const moved = await stored("A-01");
    await scan("A-01", []);
    await scan("A-02", [moved]);
    app.clock.advance(1_000);
    await stored("A-01");
    const { api } = receiver;
    const labelCodes = [moved];
    await api.receiving.storeInboundParcels({
      warehouseId,
      storageLocationCode: "B-01",
      labelCodes,
    });
    expect(await read()).toEqual([]);
  });

  test("G22: does not miss or move what was packed, wherever its box stands", async () => {
    const [unseen, seen] = [await stored("A-01"), await stored("A-02")];
    await scan("A-01", [seen]);
    expect(await read()).toHaveLength(2);
    await app.database.kysely
      .updateTable("inboundParcels")
      .set({ state: "packed" })
      .where("labelCode", "in", [unseen, seen])
      .execute();
    expect(await read()).toEqual([]);
    const { locations } = await receiver.api.stocktakes.readStocktake({ stocktakeId });
    expect(locations).toEqual([{ code: "A-01", recordedCount: 0, foundCount: 1 }]);
    expect(await scan("A-01", [unseen])).toEqual([]);
    expect(await finish()).toEqual([]);
    expect(await parcelOf(seen)).toEqual({ at: "A-02", isMissing: false, moves: 1 });
  });

  test("of a parcel scanned on two shelves takes the later scan, in whatever order they are sent", async () => {
    const label = await stored("A-01");
    const [earlier, later] = [
      new Date(app.clock.now()),
      new Date(app.clock.now().getTime() + 5_000),
    ];
    app.clock.advance(10_000);
    await Promise.all([
      scan("A-01", [label], { at: later }),
      scan("A-02", [label], { at: earlier, by: manager }),
    ]);
    expect(await read()).toEqual([]);
    await scan("A-02", [label], { at: earlier });
    expect(await read()).toEqual([]);
  });

  test("records a repeated scan once, and that a parcel is found by storing it where it lay", async () => {
    const lost = await stored("A-01");
    const entries = async () =>
      await app.database.kysely
        .selectFrom("auditLog")
        .select(["action", "after"])
        .where("errorCode", "is", null)
        .where("actorId", "=", receiver.userId)
        .orderBy("id")
        .execute();
    const at = app.clock.now();
    await scan("A-01", [], { at });
    const once = await entries();
    await scan("A-01", [], { at });
    expect(await entries()).toEqual(once);
    await finish();
    expect(await parcelOf(lost)).toMatchObject({ isMissing: true });
    const input = { warehouseId, storageLocationCode: "A-01", labelCodes: [lost] };
    const before = (await entries()).length;
    await receiver.api.receiving.storeInboundParcels(input);
    await receiver.api.receiving.storeInboundParcels(input);
    expect(await parcelOf(lost)).toMatchObject({ isMissing: false });
    expect((await entries()).slice(before)).toEqual([
      { action: "receiving.storeInboundParcels", after: { code: "A-01", labelCodes: [lost] } },
    ]);
  });

  test("takes a scan of a device whose clock is ahead as one of now", async () => {
    const label = await stored("A-02");
    await scan("A-01", [label], { at: new Date(app.clock.now().getTime() + 3_600_000) });
    app.clock.advance(1_000);
    await scan("A-02", [label]);
    expect(await read()).toEqual([]);
  });

  test("returns labels of parcels that are not in the warehouse, and shelves that do not exist", async () => {
    const label = await stored("A-01");
    const other = await aWarehouse(manager);
    const { parcel } = await receiveScan(app, receiver, {
      warehouseId: other,
      scan: freshNumber(),
    });
    const strangers = [parcel.labelCode, "22222222"];
    expect(await scan("A-01", [label, ...strangers])).toEqual(strangers);
    await expectApiError(scan("Z-99", [label]), "storage_location_unknown");
  });

  test("gives what lies in the warehouse to answer scans, and nothing that has left", async () => {
    const labels = [await stored("A-01"), await stored(null)];
    const { items } = await receiver.api.stocktakes.listStoredParcels({ warehouseId });
    expect(
      items.map(({ labelCode, storageLocationCode }) => [labelCode, storageLocationCode]),
    ).toEqual([
      [labels[1], null],
      [labels[0], "A-01"],
    ]);
  });
});

describe("A missing parcel is missing until", () => {
  const ways: Readonly<Record<string, (label: string) => Promise<unknown>>> = {
    "a later stocktake scans it": async (label) => {
      stocktakeId = (await receiver.api.stocktakes.startStocktake({ warehouseId })).id;
      await scan("A-01", [label]);
    },
    "it is stored elsewhere": async (label) =>
      await receiver.api.receiving.storeInboundParcels({
        warehouseId,
        storageLocationCode: "B-01",
        labelCodes: [label],
      }),
    "it is stored where it is recorded": async (label) =>
      await receiver.api.receiving.storeInboundParcels({
        warehouseId,
        storageLocationCode: "A-01",
        labelCodes: [label],
      }),
  };

  test.each(Object.keys(ways))("%s", async (way) => {
    const label = await stored("A-01");
    await scan("A-01", []);
    await finish();
    expect(await parcelOf(label)).toMatchObject({ isMissing: true });
    await ways[way]?.(label);
    expect(await parcelOf(label)).toMatchObject({ isMissing: false });
  });
});

describe("Finishing", () => {
  test("G22: at once from several devices has one result, and one move of each parcel", async () => {
    const labels = [await stored("A-02"), await stored("A-02")];
    await scan("A-01", labels);
    const finishes = Array.from({ length: 5 }, () => finish());
    for (const differences of await Promise.all(finishes)) expect(differences).toHaveLength(2);
    for (const label of labels) {
      expect(await parcelOf(label)).toEqual({ at: "A-01", isMissing: false, moves: 2 });
    }
  });

  test("G22: that ends in the middle changes nothing, and can be repeated", async () => {
    const [missing, misplaced] = [await stored("A-01"), await stored("A-02")];
    await scan("A-01", [misplaced]);
    // The entry of the audit log is written last.
    await asOwner(app.database, (owner) =>
      owner.schema.alterTable("auditLog").renameTo("auditLogAway").execute(),
    );
    await expectApiError(
      receiver.api.stocktakes.finishStocktake({ stocktakeId, movesMisplaced: true }),
      "unexpected",
    );
    await asOwner(app.database, (owner) =>
      owner.schema.alterTable("auditLogAway").renameTo("auditLog").execute(),
    );
    expect(await parcelOf(missing)).toMatchObject({ isMissing: false });
    expect(await parcelOf(misplaced)).toMatchObject({ at: "A-02", moves: 1 });
    expect(await finish()).toHaveLength(2);
    expect(await parcelOf(misplaced)).toMatchObject({ at: "A-01", moves: 2 });
  });
});
