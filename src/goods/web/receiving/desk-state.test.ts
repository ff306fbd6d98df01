import { describe, expect, test } from "vitest";
import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import { memberCodeOf } from "#people/rules/member-code.ts";
import { offlineAnswer, type DeskAnswer } from "./desk-answer.ts";
import { initialDesk, type DeskEffect, type DeskEvent, type DeskState } from "./desk-events.ts";
import { pressKey } from "./keyboard.ts";
import { parcelOfRecord, receiveInput, recordKindOf } from "./desk-parcel.ts";
import { advance } from "./desk-state.ts";
import type { DeskPhoto } from "./receiving-records.ts";

const code = memberCodeOf("S7K32Q");
const stranger = memberCodeOf("A2B3C4");
const owner = {
  nameInitial: "M",
  memberCode: code,
  plan: "Super",
  accountState: "active",
} as const;

const photoOf = (name: string): DeskPhoto => ({
  kind: "outside",
  file: new Blob([name]),
  idempotencyKey: name,
});

const parcel = {
  id: "parcel-1",
  trackingNumber: "SF1",
  state: "received",
  measured: {
    weightGrams: 900,
    sidesMm: [100, 200, 300],
    condition: "wet",
    battery: "none",
    goodsFlags: ["food"],
  },
  owner,
} as unknown as StaffInboundParcel;
const other = {
  id: "parcel-2",
  trackingNumber: "SF2",
  owner: null,
} as unknown as StaffInboundParcel;

function answer(fields: Partial<DeskAnswer>): DeskAnswer {
  return { ...offlineAnswer("SF1", null, []), isChecked: true, ...fields };
}

const matched = answer({ outcome: "matched", parcel, owner });
const near = answer({ outcome: "near_match", candidates: [parcel, other] });
const seen = answer({ outcome: "seen_before", parcel, owner });

/** What is done, one after another: a line is a text, an answer belongs to the open parcel. */
type Action = string | DeskAnswer | DeskEvent | { readonly key: string; readonly after: number };

function run(actions: readonly Action[], isQueueFull = false) {
  let state: DeskState = initialDesk;
  const effects: DeskEffect[] = [];
  let keys = 0;
  let at = 0;
  let fieldText = "";
  const context = { newKey: () => `key-${++keys}`, isQueueFull };
  for (const action of actions) {
    if (typeof action === "object" && "after" in action) {
      at += action.after;
      const pressed = pressKey(state, action.key, at);
      fieldText = pressed?.fieldText ?? `${fieldText}${action.key}`;
      if (pressed !== null) ({ state } = pressed);
      if (pressed !== null) effects.push(...pressed.effects);
      continue;
    }
    const event: DeskEvent =
      typeof action === "string"
        ? { kind: "line", text: action }
        : "outcome" in action
          ? { kind: "answered", key: state.parcel?.key ?? "", answer: action }
          : action;
    const result = advance(state, event, context);
    ({ state } = result);
    effects.push(...result.effects);
  }
  const place = { warehouseId: "w", station: "", storageLocationCode: state.storageLocationCode };
  const saved = effects.flatMap((effect) =>
    effect.kind === "save" ? [receiveInput(effect.parcel, place, "now")] : [],
  );
  const kinds = effects.flatMap((effect) =>
    effect.kind === "save" ? [recordKindOf(effect.parcel)] : [],
  );
  return { state, effects, saved, kinds, fieldText, notice: state.notice?.kind ?? null };
}

const scaleReads = (weightGrams: number): DeskEvent => ({
  kind: "scale_read",
  reading: { kind: "stable", weightGrams },
  source: "hid",
});
const scaleEmpty: DeskEvent = { kind: "scale_read", reading: { kind: "zero" }, source: "hid" };
const scaleMoves: DeskEvent = { kind: "scale_read", reading: { kind: "unstable" }, source: "hid" };
const escape: DeskEvent = { kind: "escape" };

type Row = readonly [
  name: string,
  actions: readonly Action[],
  expected: {
    readonly saved?: number;
    readonly open?: string | null;
    readonly notice: string | null;
  },
];

test.each<Row>([
  [
    "a weight and Enter save",
    ["SF1", matched, "1.25", ""],
    { saved: 1, open: null, notice: "saved" },
  ],
  [
    "nothing is saved without a weight",
    ["SF1", matched, ""],
    { open: "SF1", notice: "weight_needed" },
  ],
  [
    "a weight of 0 is asked for again",
    ["SF1", matched, "0"],
    { open: "SF1", notice: "weight_out_of_range" },
  ],
  ["and over 100 kg", ["SF1", matched, "101", ""], { open: "SF1", notice: "weight_needed" }],
  [
    "a side over 3 m too",
    ["SF1", matched, "40 30 301"],
    { open: "SF1", notice: "sides_out_of_range" },
  ],
  ["a number before a scan", ["1.25"], { open: null, notice: "scan_first" }],
  [
    "the next scan saves a weighed parcel",
    ["SF1", matched, "1", "SF2"],
    { saved: 1, open: "SF2", notice: null },
  ],
  ["and waits for one without a weight", ["SF1", matched, "SF2"], { open: "SF1", notice: "held" }],
  ["until it is saved", ["SF1", matched, "SF2", "1", ""], { saved: 1, open: "SF2", notice: null }],
  [
    "those that follow wait in their order",
    ["SF1", matched, "SF2", "SF3", "SF2", "1", ""],
    { saved: 1, open: "SF2", notice: null },
  ],
  [
    "and open one after the other",
    ["SF1", matched, "SF2", "SF3", "1", "", matched, "1", ""],
    { saved: 2, open: "SF3", notice: null },
  ],
  ["or put aside", ["SF1", matched, "SF2", escape], { open: "SF2", notice: null }],
  ["the same scan again", ["SF1", matched, "SF1"], { open: "SF1", notice: "already_open" }],
  [
    "Enter before the answer saves after it",
    ["SF1", "1", "", matched],
    { saved: 1, open: null, notice: "saved" },
  ],
  [
    "but asks where there is a choice",
    ["SF1", "1", "", near],
    { open: "SF1", notice: "choice_needed" },
  ],
  [
    "a near match is never taken by itself",
    ["SF1", near, "1.5", ""],
    { open: "SF1", notice: "choice_needed" },
  ],
  ["it is chosen", ["SF1", near, "1", "1.5", ""], { saved: 1, open: null, notice: "saved" }],
  ["there is no third one", ["SF1", near, "3"], { open: "SF1", notice: "no_such_choice" }],
  ["seen before adds nothing", ["SF1", seen, ""], { open: null, notice: null }],
  ["not with a weight either", ["SF1", seen, "1.5", ""], { open: "SF1", notice: "adds_nothing" }],
  ["the next scan leaves it", ["SF1", seen, "SF2"], { open: "SF2", notice: null }],
  [
    "one that has left is not measured again",
    ["SF1", { ...seen, parcel: { ...parcel, state: "departed" } }, "2"],
    { open: "SF1", notice: "no_such_choice" },
  ],
  [
    "one that is measured again needs a weight",
    ["SF1", seen, "2", ""],
    { open: "SF1", notice: "weight_needed" },
  ],
  [
    "and is put aside where nothing was entered",
    ["SF1", seen, "2", escape],
    { open: null, notice: null },
  ],
  [
    "a note is not lost",
    ["SF1", matched, "N torn", escape],
    { open: "SF1", notice: "confirm_set_aside" },
  ],
  [
    "another piece is added",
    ["SF1", seen, "1", "1.5", ""],
    { saved: 1, open: null, notice: "saved" },
  ],
  [
    "Escape asks where something was entered",
    ["SF1", matched, "1", escape],
    { open: "SF1", notice: "confirm_set_aside" },
  ],
  ["Enter then goes on", ["SF1", matched, "1", escape, ""], { open: "SF1", notice: null }],
  [
    "Escape again puts it aside",
    ["SF1", matched, "1", escape, escape],
    { open: null, notice: null },
  ],
  [
    "Escape alone puts an untouched one aside",
    ["SF1", matched, escape],
    { open: null, notice: null },
  ],
  [
    "a package opens nothing",
    ["https://x.example/scan/1", answer({ outcome: "package" })],
    { open: null, notice: null },
  ],
  [
    "without a label",
    ["?", answer({ outcome: "unmatched" }), "1", ""],
    { saved: 1, open: null, notice: "saved" },
  ],
  [
    "a photo under way is waited for",
    [
      "SF1",
      matched,
      "1",
      { kind: "photo_wanted" },
      "",
      { kind: "photo_taken", key: "key-1", photo: photoOf("a") },
    ],
    { saved: 1, open: null, notice: "saved" },
  ],
  [
    "what is no waybill opens nothing",
    ["SF1", { kind: "refused", key: "key-1", sentence: "No.", memberCode: null }],
    { open: null, notice: "refused" },
  ],
  [
    "a wrong member code leaves the parcel as it was",
    [
      "SF1",
      matched,
      "1",
      "S7K3-2Q0",
      { kind: "refused", key: "key-1", sentence: "No.", memberCode: "S7K3-2Q0" },
      "",
    ],
    { saved: 1, open: null, notice: "saved" },
  ],
])("%s", (_, actions, expected) => {
  const { state, saved, notice } = run(actions);
  expect(notice).toBe(expected.notice);
  expect(saved).toHaveLength(expected.saved ?? 0);
  expect(state.parcel?.scan ?? null).toBe(expected.open ?? null);
});

test("a full queue opens nothing and says so", () => {
  expect(run(["SF1"], true)).toMatchObject({ notice: "queue_full", state: { parcel: null } });
});

describe("the record", () => {
  test("has the chosen candidate, or none of them", () => {
    expect(run(["SF1", near, "2", "1.5", ""]).saved[0]).toMatchObject({
      inboundParcelId: "parcel-2",
    });
    expect(run(["SF1", near, "0", "1.5", ""]).saved[0]).toMatchObject({
      inboundParcelId: null,
      memberCode: null,
    });
  });

  test("of a number that another declared has the label's member code", () => {
    const contested = answer({
      outcome: "two_owners",
      candidates: [parcel],
      owner: { ...owner, memberCode: stranger },
    });
    expect(run(["SF1", contested, "2", "1.5", ""]).saved[0]).toMatchObject({
      isUndeclared: true,
      memberCode: stranger,
      inboundParcelId: null,
    });
  });

  test("of another piece says so", () => {
    expect(run(["SF1", seen, "1", "1.5", ""]).saved[0]).toMatchObject({
      isAnotherPiece: true,
      scan: "SF1",
    });
  });

  test("of a parcel that is measured again begins with what is known of it", () => {
    const { saved, kinds } = run(["SF1", seen, "2", "d", "1.5", ""]);
    expect(kinds).toEqual(["measured_again"]);
    expect(saved[0]).toMatchObject({
      inboundParcelId: "parcel-1",
      isAnotherPiece: false,
      measurements: {
        weightGrams: 1500,
        sidesMm: [100, 200, 300],
        condition: "opened",
        battery: "none",
        goodsFlags: ["food"],
      },
    });
  });

  test("of another piece has nothing of the first, also where measuring again was chosen before", () => {
    const { saved, kinds } = run([
      "SF1",
      seen,
      "2",
      { kind: "chosen", number: 1 },
      "40 30 25",
      "1.5",
      "",
    ]);
    expect(kinds).toEqual(["received"]);
    expect(saved[0]?.measurements).toMatchObject({
      sidesMm: [400, 300, 250],
      condition: "perfect",
      battery: "unknown",
      goodsFlags: [],
    });
  });

  test("has the note", () => {
    const { saved } = run(["SF1", matched, "N corner torn", "1.5", ""]);
    expect(saved[0]?.measurements.note).toBe("corner torn");
  });

  test("keeps the storage location until another one is scanned", () => {
    const { saved } = run(["SHELF:A-1", "SF1", matched, "1", "", "SF2", matched, "1", ""]);
    expect(saved).toHaveLength(2);
    expect(saved[1]).toMatchObject({ storageLocationCode: "A-1" });
  });
});

describe("a scale's weight", () => {
  const weightAfter = (...actions: readonly Action[]) => run(actions).state.parcel?.weight ?? null;

  test.each<[string, readonly Action[], number | null]>([
    ["counts once it is stable", ["SF1", scaleMoves, scaleReads(1250)], 1250],
    ["counts when the parcel lay there before its scan", [scaleReads(1250), "SF1"], 1250],
    ["stays when the parcel is lifted", ["SF1", scaleReads(1250), scaleEmpty, scaleMoves], 1250],
    [
      "is not replaced by the next parcel's",
      ["SF1", scaleReads(1250), scaleEmpty, scaleReads(900)],
      1250,
    ],
    ["does not replace a typed one", ["SF1", "2", scaleReads(1250)], 2000],
    ["does not count while it moves", ["SF1", scaleMoves], null],
    ["over 100 kg does not count", ["SF1", scaleReads(100_001)], null],
    ["is never counted to two parcels", ["SF1", matched, scaleReads(1250), "", "SF2"], null],
    [
      "counts again after the scale was empty",
      ["SF1", matched, scaleReads(1250), "", scaleEmpty, scaleReads(900), "SF2"],
      900,
    ],
  ])("%s", (_, actions, weightGrams) => {
    expect(weightAfter(...actions)?.weightGrams ?? null).toBe(weightGrams);
  });

  test("is kept with the way it came", () => {
    const { saved } = run(["SF1", matched, scaleReads(1250), ""]);
    expect(saved[0]?.measurements).toMatchObject({ weightGrams: 1250, scale: "hid" });
  });
});

describe("keys in the empty field", () => {
  const slow = (key: string) => ({ key, after: 400 });
  const fast = (key: string) => ({ key, after: 10 });

  test.each<
    [
      string,
      readonly Action[],
      { fieldText: string; battery?: string; condition?: string; goodsFlags?: readonly string[] },
    ]
  >([
    ["B takes the next battery", [slow("b")], { fieldText: "", battery: "none" }],
    ["and the next again", [slow("b"), slow("B")], { fieldText: "", battery: "installed" }],
    ["D takes the next condition", [slow("d")], { fieldText: "", condition: "slightly_damaged" }],
    [
      "a scan that begins with D is a text",
      [slow("d"), fast("b"), fast("4")],
      { fieldText: "db4" },
    ],
    ["a code typed by hand too", [slow("b"), slow("7")], { fieldText: "b7" }],
    [
      "a number after a pause is not",
      [slow("b"), { key: "1", after: 1500 }],
      { fieldText: "1", battery: "none" },
    ],
    [
      "G and letters mark goods",
      [slow("g"), slow("a"), slow("j")],
      { fieldText: "", goodsFlags: ["liquid", "fragile"] },
    ],
    [
      "a scan while the list is open marks nothing",
      [slow("g"), slow("a"), fast("b"), fast("1")],
      { fieldText: "gab1" },
    ],
    ["other keys are left to the field", [slow("1")], { fieldText: "1" }],
  ])("%s", (_, keys, { fieldText, ...marks }) => {
    const result = run(["SF1", matched, ...keys]);
    expect(result.fieldText).toBe(fieldText);
    expect(result.state.parcel).toMatchObject({
      battery: "unknown",
      condition: "perfect",
      goodsFlags: [],
      ...marks,
    });
  });

  test("space takes a photo", () => {
    expect(run(["SF1", matched, slow(" ")]).effects).toContainEqual({
      kind: "take_photo",
      key: "key-1",
    });
  });

  test("nothing acts without a parcel", () => {
    expect(run([slow("b")])).toMatchObject({ fieldText: "b", state: initialDesk });
  });
});

function refusedRecord(isRecorded: boolean) {
  const [input] = run(["SF1", matched, "1.25", "N torn", ""]).saved;
  if (input === undefined) throw new Error("Nothing was saved.");
  const photos = ["one", "two"].map(photoOf);
  const sent = isRecorded ? { inboundParcelId: "parcel-1" } : {};
  return parcelOfRecord({ kind: "received", input, photos, ...sent });
}

const photoTaken: DeskEvent = {
  kind: "photo_taken",
  key: "key-1",
  photo: photoOf("three"),
};

test("a refused record is scanned again with all that was entered, and takes further photos", () => {
  const { saved, effects } = run([
    { kind: "correct", parcel: refusedRecord(false) },
    { kind: "refused", key: "key-1", sentence: "No.", memberCode: null },
    "",
    "SF3",
    matched,
    { kind: "photo_wanted" },
    photoTaken,
    "",
  ]);
  expect(saved).toEqual([
    expect.objectContaining({
      scan: "SF3",
      idempotencyKey: "key-1",
      measurements: expect.objectContaining({ weightGrams: 1250, note: "torn" }),
    }),
  ]);
  const photos = effects.flatMap((effect) => (effect.kind === "save" ? effect.parcel.photos : []));
  expect(photos.map(({ idempotencyKey }) => idempotencyKey)).toEqual(["one", "two", "three"]);
});

test("of a record that the server has only the photos are corrected", () => {
  const { saved, effects, state, notice } = run([
    { kind: "correct", parcel: refusedRecord(true) },
    "2.5",
    "N dry",
    { kind: "command", letter: "d" },
    { kind: "photo_removed", index: 0 },
  ]);
  expect(notice).toBe("photos_only");
  expect(state.parcel).toMatchObject({
    weight: { weightGrams: 1250 },
    note: "torn",
    condition: "perfect",
  });
  expect([saved, effects]).toEqual([[], []]);
  const photos = state.parcel?.photos.map(({ idempotencyKey }) => idempotencyKey);
  expect(photos).toEqual(["two"]);
  const closed = run([{ kind: "correct", parcel: refusedRecord(true) }, "SF2"]);
  expect(closed.saved).toHaveLength(1);
  expect(closed.state.parcel?.scan).toBe("SF2");
});
