// Moving parcels that are here, by scan.
import { expect, test } from "vitest";
import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import { checkedAnswer, choicesOf, offlineAnswer, type DeskAnswer } from "./desk-answer.ts";
import { initialDesk, type DeskEffect, type DeskEvent, type DeskState } from "./desk-events.ts";
import { newParcel } from "./desk-parcel.ts";
import { advance } from "./desk-state.ts";

const labelCode = "7KQ2XW9D";
const label = `https://sampan.example/a/${labelCode}`;

function here(changes: Partial<StaffInboundParcel> = {}): DeskAnswer {
  const parcel = {
    id: "parcel",
    labelCode,
    trackingNumber: "SF1",
    state: "received",
    storageLocationCode: "B-1",
    missingSince: null,
    measured: null,
    owner: null,
    ...changes,
  } as StaffInboundParcel;
  const answer = offlineAnswer("SF1", null, []) as never;
  return checkedAnswer({ ...(answer as object), outcome: "seen_before", parcel } as never);
}

/** A line is a text, an answer belongs to the open parcel. */
function run(actions: readonly (string | DeskAnswer | DeskEvent)[]) {
  let state: DeskState = initialDesk;
  const effects: DeskEffect[] = [];
  let keys = 0;
  for (const action of actions) {
    const event: DeskEvent =
      typeof action === "string"
        ? { kind: "line", text: action }
        : "outcome" in action
          ? { kind: "answered", key: state.parcel?.key ?? "", answer: action }
          : action;
    const context = { newKey: () => `key-${++keys}`, isQueueFull: false };
    const next = advance(state, event, context);
    ({ state } = next);
    effects.push(...next.effects);
  }
  const moves = effects.flatMap((effect) =>
    effect.kind === "move"
      ? [[effect.key, effect.move.labelCode, effect.move.storageLocationCode]]
      : [],
  );
  const sounds = effects.flatMap((effect) => (effect.kind === "sound" ? [effect.outcome] : []));
  return { state, moves, sounds, notice: state.notice };
}

const load: DeskEvent = {
  kind: "scale_read",
  reading: { kind: "stable", weightGrams: 1_250 },
  source: "hid",
};
const moved = [["key-1", labelCode, "A-1"]];

test.each<
  readonly [
    string,
    readonly (string | DeskAnswer | DeskEvent)[],
    { readonly moves: readonly (readonly string[])[]; readonly notice: string | null },
  ]
>([
  [
    "a shelf, a parcel and Enter",
    ["SHELF:A-1", "SF1", here(), ""],
    { moves: moved, notice: "moved" },
  ],
  [
    "a parcel, a shelf and Enter",
    ["SF1", here(), "SHELF:A-1", ""],
    { moves: moved, notice: "moved" },
  ],
  ["Enter before the answer", ["SHELF:A-1", "SF1", "", here()], { moves: moved, notice: "moved" }],
  [
    "a parcel that lies nowhere",
    ["SHELF:A-1", "SF1", here({ storageLocationCode: null }), ""],
    { moves: moved, notice: "moved" },
  ],
  [
    "a packed one",
    ["SHELF:A-1", "SF1", here({ state: "packed" }), ""],
    { moves: moved, notice: "moved" },
  ],
  [
    "one that lies on the scale",
    ["SHELF:A-1", load, "SF1", here(), ""],
    { moves: moved, notice: "moved" },
  ],
  [
    "one that a stocktake missed there",
    ["SHELF:B-1", "SF1", here({ missingSince: "2031-04-02T08:30:00.000Z" }), ""],
    { moves: [["key-1", labelCode, "B-1"]], notice: "moved" },
  ],
  [
    "our label without a network",
    ["SHELF:A-1", label, offlineAnswer(label, null, []), ""],
    { moves: moved, notice: "moved" },
  ],
  [
    "the code of our label without a network",
    ["SHELF:A-1", labelCode, offlineAnswer(labelCode, null, []), ""],
    { moves: moved, notice: "moved" },
  ],
  ["no move without a shelf", ["SF1", here(), ""], { moves: [], notice: null }],
  ["nor to where it lies", ["SHELF:B-1", "SF1", here(), ""], { moves: [], notice: null }],
  [
    "nor of one that has left",
    ["SHELF:A-1", "SF1", here({ state: "departed" }), ""],
    { moves: [], notice: null },
  ],
  [
    "nor with a typed weight",
    ["SHELF:A-1", "SF1", here(), "1.25", ""],
    { moves: [], notice: "adds_nothing" },
  ],
  ["nor by Escape", ["SHELF:A-1", "SF1", here(), { kind: "escape" }], { moves: [], notice: null }],
  [
    "nor by the next scan, which says so",
    ["SHELF:A-1", "SF1", here(), "SF2"],
    { moves: [], notice: "not_moved" },
  ],
])("%s", (_, actions, expected) => {
  const { moves, notice, sounds } = run(actions);
  expect([moves, notice?.kind ?? null]).toEqual([expected.moves, expected.notice]);
  expect(sounds.includes("saved")).toBe(expected.moves.length > 0);
});

test("a move closes the parcel, and the next one can follow", () => {
  const { state, moves } = run(["SHELF:A-1", "SF1", here(), "", "SF2"]);
  expect(state.parcel?.scan).toBe("SF2");
  expect(moves).toEqual(moved);
});

test("measuring again or another piece is no move", () => {
  expect(run(["SHELF:A-1", "SF1", here(), "2", ""])).toMatchObject({
    moves: [],
    notice: { kind: "weight_needed" },
  });
});

test("a refused record whose parcel turns out to be here is corrected, and not replaced by a move", () => {
  const weight = { weightGrams: 1_250, scale: "hid" } as const;
  const parcel = { ...newParcel("key-1", "SF1"), weight, correction: "record" } as const;
  const actions = ["SHELF:A-1", { kind: "correct", parcel } as const, here(), ""];
  expect(run(actions)).toMatchObject({ moves: [], notice: { kind: "adds_nothing" } });
});

test("without a network a code that may be a courier's number can be recorded as one", () => {
  expect(choicesOf(offlineAnswer(label, null, []))).toEqual([]);
  const answer = offlineAnswer(labelCode, null, []);
  expect(choicesOf(answer)).toEqual([{ kind: "none" }]);
  const { moves, notice } = run(["SHELF:A-1", labelCode, answer, "0", "1.25", ""]);
  expect([moves, notice?.kind]).toEqual([[], "saved"]);
  const awaited = {
    trackingNumber: labelCode,
    memberCode: "S7K32QX",
    nameInitial: "M",
    plan: null,
  };
  expect(offlineAnswer(labelCode, null, [awaited])).toMatchObject({
    outcome: "matched",
    labelCode: null,
  });
  expect(offlineAnswer(labelCode, "S7K32QX", [])).toMatchObject({ outcome: "undeclared" });
});
