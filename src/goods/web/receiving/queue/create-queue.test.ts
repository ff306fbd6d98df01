import "#test/screen/all-messages.ts";
import { ORPCError } from "@orpc/client";
import { expect, test } from "vitest";
import type { ReceivedParcel } from "#goods/contract/receiving.ts";
import { errorCatalogue, type ErrorCode } from "#platform/contract/errors.ts";
import { prerenderIn } from "#ui/web/i18n/messages.tsx";
import type {
  MoveInput,
  QueuedRecord,
  ReceiveInput,
} from "#goods/web/receiving/receiving-queue.ts";
import { createQueue, type QueueServices } from "./create-queue.ts";
import type { ReceivingStore, StoredRecord } from "./queue-records.ts";

prerenderIn("en");

const photo = { kind: "outside", file: new Blob(["photo"]) } as const;

function inputOf(idempotencyKey: string): ReceiveInput {
  return {
    warehouseId: "w",
    scan: idempotencyKey,
    measurements: { weightGrams: 1250 },
    recordedAt: "2026-11-22T10:00:00Z",
    idempotencyKey,
  };
}

const photosOf = (item: QueuedRecord | undefined) =>
  item === undefined || item.kind === "stored" ? [] : item.photos;

function moveOf(idempotencyKey: string, recordedAt: number): MoveInput {
  return {
    warehouseId: "w",
    storageLocationCode: "A-1",
    labelCode: "7KQ2XW9D",
    scan: "SF1",
    recordedAt: new Date(recordedAt).toISOString(),
    idempotencyKey,
  };
}

/** What a browser keeps on its disk, for all of its tabs. */
function createDisk() {
  const records = new Map<string, StoredRecord>();
  const store: ReceivingStore = {
    list: async () => [...records.values()].toSorted((one, other) => one.addedAt - other.addedAt),
    add: async (record) => void records.set(record.idempotencyKey, record),
    change: async (key, change) => {
      const record = records.get(key);
      if (record !== undefined) records.set(key, { ...record, ...change } as StoredRecord);
    },
    remove: async (key) => void records.delete(key),
  };
  let turn = Promise.resolve();
  const lock: QueueServices["lock"] = async (work) => {
    const before = turn;
    const { promise, resolve } = Promise.withResolvers<void>();
    turn = promise;
    await before;
    return await work().finally(resolve);
  };
  return { records, store, lock };
}

type Fault = "lost request" | "lost answer" | ErrorCode | "proxy page" | null;

function errorOf(fault: Fault): Error {
  if (fault === "proxy page") return new ORPCError("NOT_FOUND", { status: 404 });
  if (fault === null || fault.startsWith("lost")) return new TypeError("Failed to fetch");
  return new ORPCError(fault, errorCatalogue[fault as ErrorCode]);
}

/** A server that saves each key once and fails as told, first call first. */
function createServer(faults: readonly Fault[] = []) {
  const left = [...faults];
  const records: string[] = [];
  const measured: string[] = [];
  const moved: string[] = [];
  const photos: string[] = [];
  const accounts = new Set<string | undefined>();
  const answer = (saved: string[], key: string, userId: string | undefined) => {
    const fault = left.shift() ?? null;
    if (fault !== null && fault !== "lost answer") throw errorOf(fault);
    accounts.add(userId);
    if (!saved.includes(key)) saved.push(key);
    if (fault !== null) throw errorOf(fault);
  };
  const client: QueueServices["client"] = {
    receiving: {
      receiveInboundParcel: async ({ idempotencyKey }, options) => {
        answer(records, idempotencyKey, options?.context?.userId);
        return { outcome: "unmatched", parcel: { id: idempotencyKey } } as ReceivedParcel;
      },
      measureAgain: async ({ inboundParcelId, idempotencyKey }, options) => {
        answer(measured, `${inboundParcelId} ${idempotencyKey}`, options?.context?.userId);
        return { id: inboundParcelId } as never;
      },
      storeInboundParcels: async (input, options) => {
        const { labelCodes, storageLocationCode, ageMilliseconds } = input;
        const move = [...labelCodes, storageLocationCode, ageMilliseconds].join(" ");
        answer(moved, move, options?.context?.userId);
        return { items: [{ id: "parcel", storageLocationCode }] } as never;
      },
      addInboundParcelImage: async ({ inboundParcelId, idempotencyKey }, options) => {
        answer(photos, `${inboundParcelId} ${idempotencyKey}`, options?.context?.userId);
        return { id: idempotencyKey } as never;
      },
    },
  };
  return { client, records, measured, moved, photos, accounts, left };
}

type Disk = ReturnType<typeof createDisk>;
type Server = ReturnType<typeof createServer>;

/** A tab of the browser. Its pauses end at once, and none of them is without an end. */
function openTab(disk: Disk, server: Server, options: Partial<QueueServices> = {}) {
  const idle = Promise.withResolvers<void>();
  const pauses: number[] = [];
  const queue = createQueue({
    userId: "mei",
    store: disk.store,
    lock: disk.lock,
    client: server.client,
    now: () => 1_000,
    isBrowserOnline: () => true,
    announce: () => undefined,
    pause: async (milliseconds, signal) => {
      pauses.push(milliseconds);
      if (Number.isFinite(milliseconds)) return;
      idle.resolve();
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
    },
    ...options,
  });
  return { queue, pauses, idle: idle.promise };
}

test("says that nothing waits only after it has read what this device keeps", async () => {
  const disk = createDisk();
  const first = openTab(disk, createServer()).queue;
  await first.add(inputOf("first"), []);
  const { queue } = openTab(disk, createServer());
  expect(queue.state()).toMatchObject({ isRead: false, items: [] });
  await queue.refresh();
  expect(queue.state()).toMatchObject({ isRead: true, items: [{ idempotencyKey: "first" }] });
});

const rows: readonly (readonly [what: string, faults: readonly Fault[], retries: number])[] = [
  ["no fault", [], 0],
  ["a record lost before the server", ["lost request", "lost request"], 2],
  ["the answer to a record lost", ["lost answer"], 1],
  ["a photo lost before the server", [null, "lost request"], 1],
  ["the answer to a photo lost", [null, "lost answer"], 1],
  ["a bug of the server", ["unexpected", null, "unexpected"], 2],
  ["a busy server", ["busy", "unavailable", "maintenance", "too_many_requests"], 4],
  ["a Wi-Fi sign-in page", ["proxy page"], 1],
  ["an ended session", ["signed_out", "signed_out", "forbidden"], 3],
];

test.each(rows)(
  "F20: after %s each record and photo arrives once, in order",
  async (_, faults, retries) => {
    const disk = createDisk();
    const server = createServer(faults);
    const { queue, pauses, idle } = openTab(disk, server);
    await queue.add(inputOf("first"), [photo, photo]);
    await queue.add(inputOf("second"), [photo]);
    const stop = queue.start();
    await idle;
    stop();
    expect(server.left).toEqual([]);
    expect(server.records).toEqual(["first", "second"]);
    expect(server.photos.map((name) => name.split(" ")[0])).toEqual(["first", "first", "second"]);
    expect([...server.accounts]).toEqual(["mei"]);
    expect(pauses.filter(Number.isFinite)).toHaveLength(retries);
    expect(disk.records.size).toBe(0);
  },
);

test("a refused record stays with the server's sentence, others pass, and it is sent again when corrected", async () => {
  const disk = createDisk();
  const server = createServer(["not_a_waybill"]);
  const { queue, idle } = openTab(disk, server);
  await queue.add(inputOf("first"), [photo]);
  await queue.add(inputOf("second"), []);
  const stop = queue.start();
  await idle;
  expect(server.records).toEqual(["second"]);
  expect(queue.state().items).toMatchObject([
    { state: "refused", errorMessage: errorCatalogue.not_a_waybill.message },
  ]);
  const photos = photosOf(queue.state().items[0]);
  await queue.resend({ ...inputOf("first"), scan: "SF1" }, [...photos, photo]);
  await expect.poll(() => disk.records.size).toBe(0);
  stop();
  expect(server.records).toEqual(["second", "first"]);
  expect(server.photos).toHaveLength(2);
  expect(server.photos[0]).toBe(`first ${photos[0]?.idempotencyKey}`);
});

test("new measurements of a parcel that is here are sent once, with their photos", async () => {
  const disk = createDisk();
  const server = createServer(["lost answer"]);
  const { queue, idle } = openTab(disk, server);
  const received: unknown[] = [];
  queue.onReceived(({ kind }, { outcome }) => received.push([kind, outcome]));
  await queue.add({ ...inputOf("again"), inboundParcelId: "parcel" }, [photo], "measured_again");
  const stop = queue.start();
  await idle;
  stop();
  expect([server.records, server.measured]).toEqual([[], ["parcel again"]]);
  expect(server.photos[0]).toMatch(/^parcel /);
  expect(received).toEqual([["measured_again", "seen_before"]]);
});

test("a move is sent with how long ago it was made, after what was recorded before it", async () => {
  const disk = createDisk();
  const server = createServer(["lost request", null, "lost answer"]);
  let now = 1_000;
  const { queue, idle } = openTab(disk, server, { now: () => now });
  const received: unknown[] = [];
  queue.onReceived(({ kind }, { parcel }) => received.push([kind, parcel.storageLocationCode]));
  await queue.add(inputOf("first"), []);
  await queue.addMove(moveOf("move", now));
  // The device has no network for an hour, and is then a minute behind.
  now += 3_600_000;
  await queue.addMove({ ...moveOf("ahead", now + 60_000), labelCode: "9M4PT7RB" });
  expect(queue.state().items.map(({ kind, input }) => [kind, input.scan])).toEqual([
    ["received", "first"],
    ["stored", "SF1"],
    ["stored", "SF1"],
  ]);
  const stop = queue.start();
  await idle;
  stop();
  expect(server.records).toEqual(["first"]);
  expect(server.moved).toEqual(["7KQ2XW9D A-1 3600000", "9M4PT7RB A-1 0"]);
  expect(received).toEqual([
    ["received", undefined],
    ["stored", "A-1"],
    ["stored", "A-1"],
  ]);
  expect([server.left, disk.records.size, [...server.accounts]]).toEqual([[], 0, ["mei"]]);
});

test("a move of a parcel that has left stays with the server's sentence until it is sent elsewhere or discarded", async () => {
  const disk = createDisk();
  const server = createServer(["inbound_parcel_not_free", "storage_location_unknown"]);
  const { queue, idle } = openTab(disk, server);
  await queue.addMove(moveOf("left", 1_000));
  await queue.addMove(moveOf("unknown", 1_000));
  const stop = queue.start();
  await idle;
  const { inbound_parcel_not_free: left, storage_location_unknown: unknown } = errorCatalogue;
  expect(queue.state().items).toMatchObject([
    { kind: "stored", state: "refused", errorMessage: left.message },
    { kind: "stored", state: "refused", errorMessage: unknown.message },
  ]);
  await queue.resendMove({ ...moveOf("unknown", 1_000), storageLocationCode: "A-2" });
  await queue.discard("left");
  await expect.poll(() => disk.records.size).toBe(0);
  stop();
  expect(server.moved).toEqual(["7KQ2XW9D A-2 0"]);
});

test("a refused photo is set aside and taken out; its parcel is not recorded again, and the others are sent", async () => {
  const disk = createDisk();
  const server = createServer([null, "invalid_image"]);
  const { queue, idle } = openTab(disk, server);
  await queue.add(inputOf("first"), [photo, photo]);
  const stop = queue.start();
  await idle;
  const { message } = errorCatalogue.invalid_image;
  const [item] = queue.state().items;
  expect(item).toMatchObject({
    isRecorded: true,
    errorMessage: `The parcel is recorded, but a photo was not accepted: ${message}`,
  });
  await queue.resend(inputOf("first"), photosOf(item).slice(1));
  await expect.poll(() => disk.records.size).toBe(0);
  stop();
  expect([server.records, server.photos]).toEqual([
    ["first"],
    [`first ${photosOf(item)[1]?.idempotencyKey}`],
  ]);
});

test("A8: records of another account are counted and neither shown nor sent", async () => {
  const disk = createDisk();
  const server = createServer();
  await openTab(disk, server, { userId: "other" }).queue.add(inputOf("theirs"), [photo]);
  const { queue, idle } = openTab(disk, server);
  const stop = queue.start();
  await idle;
  stop();
  expect(queue.state()).toMatchObject({ items: [], otherAccountCount: 1 });
  expect([server.records, [...disk.records.keys()]]).toEqual([[], ["theirs"]]);
});

test("F20: two tabs send each record once, and a killed browser goes on where it was", async () => {
  const disk = createDisk();
  const calls: string[] = [];
  const server = createServer();
  const { receiveInboundParcel } = server.client.receiving;
  const client: QueueServices["client"] = {
    receiving: {
      ...server.client.receiving,
      receiveInboundParcel: async (input, ...rest) => {
        calls.push(input.idempotencyKey);
        return await receiveInboundParcel(input, ...rest);
      },
    },
  };
  const tabs = [openTab(disk, server, { client }), openTab(disk, server, { client })];
  await Promise.all(
    tabs.map(({ queue }, tab) =>
      Promise.all([1, 2, 3].map((number) => queue.add(inputOf(`${tab} ${number}`), [photo]))),
    ),
  );
  const stops = tabs.map(({ queue }) => queue.start());
  await Promise.all(tabs.map(({ idle }) => idle));
  for (const stop of stops) stop();
  expect(calls.toSorted()).toEqual(["0 1", "0 2", "0 3", "1 1", "1 2", "1 3"]);
  expect([server.photos.length, disk.records.size]).toEqual([6, 0]);
});

test("it is full after 300 records or 8 hours, and nothing is dropped when the disk is full", async () => {
  const disk = createDisk();
  let now = 0;
  const { queue } = openTab(disk, createServer(), { now: () => now });
  await queue.add(inputOf("first"), []);
  now = 8 * 3_600_000 + 1;
  await expect(queue.add(inputOf("late"), [])).rejects.toThrow("300 records wait");
  now = 0;
  for (let number = 1; number < 300; number += 1) await queue.add(inputOf(String(number)), []);
  expect(queue.state().isFull).toBe(true);
  await expect(queue.add(inputOf("more"), [])).rejects.toThrow("300 records wait");
  expect(disk.records.size).toBe(300);
  const full = {
    ...disk.store,
    list: async () => [],
    add: () => Promise.reject(new Error("Quota")),
  };
  const other = openTab(disk, createServer(), { store: full }).queue;
  await expect(other.add(inputOf("last"), [])).rejects.toThrow("nothing was recorded");
});
