import { expect, test } from "vitest";
import { errorCatalogue } from "#platform/contract/errors.ts";
import { createDisk, failingServer, openTab, type Disk, type Fault } from "#test/screen/outbox.ts";
import type { OutboxRecord } from "./outbox-records.ts";
import type { OutboxKind } from "./outbox.ts";

type Note = { readonly name: string; readonly shelf?: string };

/** A desk that records notes, and what the server has of them. */
function notes(
  faults: readonly Fault[] = [],
  options: Partial<OutboxKind<Note, string>> = {},
): { kind: OutboxKind<Note, string>; saved: string[]; requests: string[]; accounts: Set<unknown> } {
  const { answer, accounts } = failingServer(faults);
  const saved: string[] = [];
  const requests: string[] = [];
  const kind: OutboxKind<Note, string> = {
    name: "notes",
    keyOf: ({ name }) => name,
    async send(records, { options: of, answered }) {
      requests.push(records.map(({ key }) => key).join("+"));
      for (const { key, body } of records) {
        answer(saved, [key, body.shelf].filter(Boolean).join(" on "), of().context.userId);
      }
      for (const record of records) answered(record, `${record.key} is saved`);
      return () => null;
    },
    full: { records: 300, hours: 8, sentence: () => "300 wait." },
    notStored: () => "Nothing was recorded.",
    serverFailed: () => "The server failed.",
    ...options,
  };
  return { kind, saved, requests, accounts };
}

const keysOn = (disk: Disk<Note>) => [...disk.records.values()].map(({ key }) => key);

test("says that nothing waits only after it has read what this device keeps", async () => {
  const disk = createDisk<Note>();
  const { kind } = notes();
  await openTab(disk, kind).outbox.add({ name: "first" });
  const { outbox } = openTab(disk, kind);
  expect(outbox.state()).toMatchObject({ isRead: false, records: [] });
  await outbox.refresh();
  expect(outbox.state()).toMatchObject({ isRead: true, records: [{ key: "first" }] });
});

const rows: readonly (readonly [what: string, faults: readonly Fault[], retries: number])[] = [
  ["no fault", [], 0],
  ["a record lost before the server", ["lost request", "lost request"], 2],
  ["the answer to a record lost", ["lost answer"], 1],
  ["a bug of the server", ["unexpected", null, "unexpected"], 2],
  ["a busy server", ["busy", "unavailable", "maintenance", "too_many_requests"], 4],
  ["a Wi-Fi sign-in page", ["proxy page"], 1],
  ["an ended session", ["signed_out", "signed_out", "forbidden"], 3],
];

test.each(rows)("F20: after %s each record arrives once, in order", async (_, faults, retries) => {
  const disk = createDisk<Note>();
  const { kind, saved, accounts } = notes(faults);
  const { outbox, pauses, idle } = openTab(disk, kind);
  const answers: string[] = [];
  outbox.onAnswer((_record, answer) => answers.push(answer));
  for (const name of ["first", "second", "third"]) await outbox.add({ name });
  const stop = outbox.start();
  await idle;
  stop();
  expect(saved).toEqual(["first", "second", "third"]);
  expect(answers).toEqual(["first is saved", "second is saved", "third is saved"]);
  expect([...accounts]).toEqual(["mei"]);
  expect(pauses.filter(Number.isFinite)).toHaveLength(retries);
  expect([keysOn(disk), outbox.state().isSignInNeeded]).toEqual([[], false]);
});

test("F20: two tabs send each record once, and a killed browser goes on where it was", async () => {
  const disk = createDisk<Note>();
  const { kind, requests } = notes();
  const killed = openTab(disk, kind);
  await killed.outbox.add({ name: "killed" });
  const tabs = [openTab(disk, kind), openTab(disk, kind)];
  await Promise.all(
    tabs.map(({ outbox }, tab) =>
      Promise.all([1, 2, 3].map((number) => outbox.add({ name: `${tab} ${number}` }))),
    ),
  );
  const stops = tabs.map(({ outbox }) => outbox.start());
  await Promise.all(tabs.map(({ idle }) => idle));
  for (const stop of stops) stop();
  expect(requests[0]).toBe("killed");
  expect(requests.toSorted()).toEqual(["0 1", "0 2", "0 3", "1 1", "1 2", "1 3", "killed"]);
  expect(keysOn(disk)).toEqual([]);
});

test("F20: what the server has of a record is noted, so that a killed browser sends the rest alone", async () => {
  const disk = createDisk<Note>();
  const { kind, saved } = notes();
  const halfway = Promise.withResolvers<void>();
  const inParts: typeof kind = {
    ...kind,
    send: async (records, sending) => {
      const [record] = records;
      if (record === undefined || record.body.shelf !== undefined) {
        return await kind.send(records, sending);
      }
      await sending.note(record, { shelf: "A-1" });
      halfway.resolve();
      return await new Promise(() => undefined);
    },
  };
  const killed = openTab(disk, inParts, { lock: async (work) => await work() });
  await killed.outbox.add({ name: "first" });
  killed.outbox.start();
  await halfway.promise;
  const { outbox, idle } = openTab(disk, inParts);
  const stop = outbox.start();
  await idle;
  stop();
  expect(saved).toEqual(["first on A-1"]);
});

test("A8: records of another account are counted and neither shown nor sent", async () => {
  const disk = createDisk<Note>();
  const { kind, saved } = notes();
  await openTab(disk, kind, { userId: "other" }).outbox.add({ name: "same" });
  const { outbox, idle } = openTab(disk, kind);
  await outbox.add({ name: "same", shelf: "A-1" });
  const stop = outbox.start();
  await idle;
  stop();
  expect(outbox.state()).toMatchObject({ records: [], otherAccountCount: 1 });
  expect(saved).toEqual(["same on A-1"]);
  expect([...disk.records.values()]).toMatchObject([{ userId: "other", key: "same" }]);
});

test("a refused record stays with the server's sentence, others pass, and it is sent again when corrected, or discarded", async () => {
  const disk = createDisk<Note>();
  const { kind, saved } = notes(["storage_location_unknown", "not_a_waybill"]);
  const { outbox, idle } = openTab(disk, kind);
  for (const name of ["first", "second", "third"]) await outbox.add({ name, shelf: "A-1" });
  const stop = outbox.start();
  await idle;
  expect(saved).toEqual(["third on A-1"]);
  expect(outbox.state().records).toMatchObject([
    { key: "first", refusal: errorCatalogue.storage_location_unknown.message },
    { key: "second", refusal: errorCatalogue.not_a_waybill.message },
  ]);
  await outbox.resend({ name: "first", shelf: "A-2" });
  await expect.poll(() => keysOn(disk)).toEqual(["second"]);
  expect(saved).toEqual(["third on A-1", "first on A-2"]);
  await outbox.discard(outbox.state().records);
  stop();
  expect([keysOn(disk), outbox.state().records]).toEqual([[], []]);
});

test("a record at which the server fails eight times lets the others pass", async () => {
  const disk = createDisk<Note>();
  const { kind, saved } = notes(Array.from({ length: 8 }, () => "unexpected" as const));
  const { outbox, idle } = openTab(disk, kind);
  await outbox.add({ name: "first" });
  await outbox.add({ name: "second" });
  const stop = outbox.start();
  await idle;
  stop();
  expect(saved).toEqual(["second"]);
  expect(outbox.state().records).toMatchObject([{ key: "first", refusal: "The server failed." }]);
});

test("it is full after 300 records or 8 hours, and nothing is dropped when the disk is full", async () => {
  const disk = createDisk<Note>();
  const { kind } = notes();
  let now = 0;
  const { outbox } = openTab(disk, kind, { now: () => now });
  await outbox.add({ name: "first" });
  now = 8 * 3_600_000 + 1;
  await expect(outbox.add({ name: "late" })).rejects.toThrow("300 wait.");
  now = 0;
  for (let number = 1; number < 300; number += 1) await outbox.add({ name: String(number) });
  expect(outbox.state().isFull).toBe(true);
  await expect(outbox.add({ name: "more" })).rejects.toThrow("300 wait.");
  expect(disk.records.size).toBe(300);
  const full = {
    ...createDisk<Note>().store,
    put: () => Promise.reject(new Error("Quota")),
  };
  const other = openTab(disk, kind, { store: full }).outbox;
  await expect(other.add({ name: "last" })).rejects.toThrow("Nothing was recorded.");
  expect(other.state().records).toEqual([]);
});

test("F20: what is shown is on the disk, but for a kind that is sent from memory, which shows it at once", async () => {
  const { kind } = notes();
  const { notStored: _, ...sentFromMemory } = kind;
  for (const [shownAtOnce, recorded] of [
    [[], kind],
    [["first"], sentFromMemory],
  ] as const) {
    const disk = createDisk<Note>();
    const written = Promise.withResolvers<void>();
    const put = async (record: OutboxRecord<Note>) => {
      await written.promise;
      await disk.store.put(record);
    };
    const { outbox } = openTab(disk, recorded, { store: { ...disk.store, put } });
    await outbox.refresh();
    const adding = outbox.add({ name: "first" });
    expect(outbox.state().records.map(({ key }) => key)).toEqual(shownAtOnce);
    written.resolve();
    await adding;
    expect(outbox.state().records.map(({ key }) => key)).toEqual(["first"]);
  }
});

test("what the disk does not take is sent from memory where its kind has no sentence for it", async () => {
  const disk = createDisk<Note>();
  const faults: readonly Fault[] = [null, "lost request"];
  const { kind, saved } = notes(faults, { batchOf: (waiting) => waiting });
  const { notStored: _, ...sentFromMemory } = kind;
  const put = async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    throw new Error("Quota");
  };
  const { outbox, idle } = openTab(disk, sentFromMemory, { store: { ...disk.store, put } });
  await outbox.add({ name: "first" });
  expect(outbox.state()).toMatchObject({ isUnstored: true, records: [{ key: "first" }] });
  // The next one is about to be sent before the disk has refused it.
  void outbox.add({ name: "second" });
  const stop = outbox.start();
  await idle;
  stop();
  expect([saved, outbox.state().records]).toEqual([["first", "second"], []]);
});

test("records are sent together after the time of a batch, and one that is recorded again replaces the first", async () => {
  const disk = createDisk<Note>();
  const { kind, requests, saved } = notes([], {
    batchOf: (waiting) => waiting,
    batchMilliseconds: 3_000,
  });
  let now = 1_000;
  const scanning: typeof kind = {
    ...kind,
    send: async (records, sending) => {
      if (requests.length === 0) {
        now += 100;
        void outbox.add({ name: "second", shelf: "A-1" });
        void outbox.add({ name: "third" });
        void outbox.add({ name: "second", shelf: "A-2" });
      }
      return await kind.send(records, sending);
    },
  };
  const { outbox, pauses, idle } = openTab(disk, scanning, { now: () => now });
  await outbox.add({ name: "first" });
  const stop = outbox.start();
  await idle;
  stop();
  expect(requests).toEqual(["first", "third+second"]);
  expect(saved).toEqual(["first", "third", "second on A-2"]);
  expect(pauses[0]).toBe(2_900);
});

test("what is kept once it is sent is shown and not sent again, also in a new tab", async () => {
  const disk = createDisk<Note>();
  const { kind, saved } = notes();
  const keeping: typeof kind = {
    ...kind,
    send: async (records, sending) => {
      await kind.send(records, sending);
      return (record) => ({ ...record, isSent: true });
    },
  };
  const { outbox, idle } = openTab(disk, keeping);
  await outbox.add({ name: "first" });
  const stop = outbox.start();
  await idle;
  stop();
  const next = openTab(disk, keeping);
  const stopNext = next.outbox.start();
  await next.idle;
  stopNext();
  expect(next.outbox.state().records).toMatchObject([{ key: "first", isSent: true }]);
  expect(saved).toEqual(["first"]);
});
