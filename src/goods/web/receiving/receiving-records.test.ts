import "#test/screen/all-messages.ts";
import { expect, test } from "vitest";
import type { ReceivedParcel } from "#goods/contract/receiving.ts";
import { errorCatalogue } from "#platform/contract/errors.ts";
import { prerenderIn } from "#ui/web/i18n/messages.tsx";
import { createDisk, failingServer, openTab, type Fault } from "#test/screen/outbox.ts";
import {
  receivingKind,
  type MoveInput,
  type ReceiveInput,
  type ReceivingBody,
  type ReceivingRecord,
} from "./receiving-records.ts";

prerenderIn("en");

/** A parcel with `count` photos. */
function bodyOf(input: ReceiveInput, count: number): ReceivingBody {
  const photos = Array.from({ length: count }, (_, index) => ({
    kind: "outside" as const,
    file: new Blob(["photo"]),
    idempotencyKey: `photo ${index + 1}`,
  }));
  return { kind: "received", input, photos };
}

function inputOf(idempotencyKey: string): ReceiveInput {
  return {
    warehouseId: "w",
    scan: idempotencyKey,
    measurements: { weightGrams: 1250 },
    recordedAt: "2026-11-22T10:00:00Z",
    idempotencyKey,
  };
}

const photosOf = (record: ReceivingRecord | undefined) =>
  record?.body.kind === "received" ? record.body.photos : [];

function moveOf(
  idempotencyKey: string,
  recordedAt: number,
  labelCode = "7KQ2XW9D",
  storageLocationCode = "A-1",
): ReceivingBody {
  const input: MoveInput = {
    warehouseId: "w",
    storageLocationCode,
    labelCode,
    scan: "SF1",
    recordedAt: new Date(recordedAt).toISOString(),
    idempotencyKey,
  };
  return { kind: "stored", input };
}

function createServer(faults: readonly Fault[] = []) {
  const { left, accounts, answer } = failingServer(faults);
  const records: string[] = [];
  const measured: string[] = [];
  const moved: string[] = [];
  const photos: string[] = [];
  const client: Parameters<typeof receivingKind>[0] = {
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
  return { kind: receivingKind(client), records, measured, moved, photos, accounts, left };
}

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
    const disk = createDisk<ReceivingBody>();
    const server = createServer(faults);
    const { outbox, pauses, idle } = openTab(disk, server.kind);
    await outbox.add(bodyOf(inputOf("first"), 2));
    await outbox.add(bodyOf(inputOf("second"), 1));
    const stop = outbox.start();
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

test("new measurements of a parcel that is here are sent once, with their photos", async () => {
  const disk = createDisk<ReceivingBody>();
  const server = createServer(["lost answer"]);
  const { outbox, idle } = openTab(disk, server.kind);
  const received: unknown[] = [];
  outbox.onAnswer(({ body }, { outcome }) => received.push([body.kind, outcome]));
  const input = { ...inputOf("again"), inboundParcelId: "parcel" };
  await outbox.add({ ...bodyOf(input, 1), kind: "measured_again" } as ReceivingBody);
  const stop = outbox.start();
  await idle;
  stop();
  expect([server.records, server.measured]).toEqual([[], ["parcel again"]]);
  expect(server.photos[0]).toMatch(/^parcel /);
  expect(received).toEqual([["measured_again", "seen_before"]]);
});

test("a move is sent with how long ago it was made, after what was recorded before it", async () => {
  const disk = createDisk<ReceivingBody>();
  const server = createServer(["lost request", null, "lost answer"]);
  let now = 1_000;
  const { outbox, idle } = openTab(disk, server.kind, { now: () => now });
  const received: unknown[] = [];
  outbox.onAnswer(({ body }, { parcel }) => received.push([body.kind, parcel.storageLocationCode]));
  await outbox.add(bodyOf(inputOf("first"), 0));
  await outbox.add(moveOf("move", now));
  // The device has no network for an hour, and is then a minute behind.
  now += 3_600_000;
  await outbox.add(moveOf("ahead", now + 60_000, "9M4PT7RB"));
  expect(outbox.state().records.map(({ body }) => [body.kind, body.input.scan])).toEqual([
    ["received", "first"],
    ["stored", "SF1"],
    ["stored", "SF1"],
  ]);
  const stop = outbox.start();
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
  const disk = createDisk<ReceivingBody>();
  const server = createServer(["inbound_parcel_not_free", "storage_location_unknown"]);
  const { outbox, idle } = openTab(disk, server.kind);
  await outbox.add(moveOf("left", 1_000));
  await outbox.add(moveOf("unknown", 1_000));
  const stop = outbox.start();
  await idle;
  const { inbound_parcel_not_free: left, storage_location_unknown: unknown } = errorCatalogue;
  expect(outbox.state().records).toMatchObject([
    { body: { kind: "stored" }, refusal: left.message },
    { body: { kind: "stored" }, refusal: unknown.message },
  ]);
  await outbox.resend(moveOf("unknown", 1_000, "7KQ2XW9D", "A-2"));
  await outbox.discard(outbox.state().records.filter(({ key }) => key === "left"));
  await expect.poll(() => disk.records.size).toBe(0);
  stop();
  expect(server.moved).toEqual(["7KQ2XW9D A-2 0"]);
});

test("a refused photo is set aside and taken out; its parcel is not recorded again, and the others are sent", async () => {
  const disk = createDisk<ReceivingBody>();
  const server = createServer([null, "invalid_image"]);
  const { outbox, idle } = openTab(disk, server.kind);
  await outbox.add(bodyOf(inputOf("first"), 2));
  const stop = outbox.start();
  await idle;
  const { message } = errorCatalogue.invalid_image;
  const [item] = outbox.state().records;
  expect(item).toMatchObject({
    body: { inboundParcelId: "first" },
    refusal: `The parcel is recorded, but a photo was not accepted: ${message}`,
  });
  const photos = photosOf(item).slice(1);
  await outbox.resend({ kind: "received", input: inputOf("first"), photos });
  await expect.poll(() => disk.records.size).toBe(0);
  stop();
  expect([server.records, server.photos]).toEqual([
    ["first"],
    [`first ${photosOf(item)[1]?.idempotencyKey}`],
  ]);
});
