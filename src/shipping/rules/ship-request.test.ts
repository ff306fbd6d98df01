import { describe, expect, test } from "vitest";
import { notificationMatrix } from "#notices/rules/notification.ts";
import {
  decideAfterPacking,
  dueWaitingReminder,
  isQuoteValid,
  isOfBox,
  isUsualWeight,
  mayPack,
  nextShipRequestState,
  shipRequestActions,
  shipRequestActors,
  shipRequestTransitions,
  waitingNews,
  waitingReasons,
  weightLimitGrams,
  type PackedFacts,
  type ShipRequestAction,
  type ShipRequestActor,
  type WaitingReason,
} from "./ship-request.ts";
import { shipRequestStates, type ShipRequestState } from "#goods/rules/package-stage.ts";

type Row = readonly [
  ShipRequestState | null,
  ShipRequestAction,
  ShipRequestState,
  readonly ShipRequestActor[],
  (readonly WaitingReason[])?,
];

const packed = ["price", "over_cap", "over_plan", "top_up", "lane_closed", "goods"] as const;
const packedOrUndeclared = [...packed, "declaration"] as const;

/** The design's table, stated a second time. */
const rows: readonly Row[] = [
  [null, "request", "requested", ["customer"]],
  [null, "request_shelved", "packed", ["customer"]],
  ["requested", "start_packing", "packing", ["packer"]],
  ["packing", "close_box", "packed", ["packer"]],
  ["packed", "wait", "waiting_for_customer", ["system"]],
  ["packed", "accept", "accepted", ["customer", "system"]],
  ["waiting_for_customer", "accept", "accepted", ["customer", "system"], packed],
  ["accepted", "label", "labelled", ["packer", "system"]],
  ["labelled", "void_label", "accepted", ["packer", "staff", "system"]],
  ["labelled", "hand_over", "handed_over", ["packer", "staff"]],
  ["handed_over", "take_back", "labelled", ["staff"]],
  ["requested", "cancel", "cancelled", ["customer", "staff"]],
  ["packing", "cancel", "cancelled", ["customer", "staff"]],
  ["packed", "cancel", "cancelled", ["customer", "staff"]],
  ["waiting_for_customer", "cancel", "cancelled", ["customer", "staff"]],
  ["accepted", "cancel", "cancelled", ["customer", "staff"]],
  ["labelled", "cancel", "cancelled", ["staff"]],
  ["waiting_for_customer", "shelve", "shelved", ["system"]],
  ["packing", "report_missing", "waiting_for_customer", ["packer"]],
  ["waiting_for_customer", "continue_packing", "packing", ["customer", "packer"], ["missing"]],
  ["packed", "open_box", "packing", ["packer"]],
  ["waiting_for_customer", "open_box", "packing", ["packer"], packedOrUndeclared],
  ["accepted", "open_box", "packing", ["packer"]],
  ["labelled", "open_box", "packing", ["packer"]],
  ["waiting_for_customer", "leave_out", "packing", ["customer"], packedOrUndeclared],
  ["waiting_for_customer", "declare", "packed", ["system"], ["declaration"]],
  ["accepted", "withdraw_acceptance", "waiting_for_customer", ["system"]],
];

const at = (state: ShipRequestState | null, waitingReason: WaitingReason | null) =>
  state === null ? null : { state, waitingReason };

describe("the states of a ship request", () => {
  test.each(rows.map((row) => ({ row })))("$row.0, $row.1: $row.2 by $row.3", ({ row }) => {
    const [from, action, to, by, reasons] = row;
    for (const actor of shipRequestActors) {
      const isWaiting = from === "waiting_for_customer";
      for (const reason of isWaiting ? waitingReasons : [null]) {
        const isAllowed =
          by.includes(actor) &&
          (reasons === undefined || (reason !== null && reasons.includes(reason)));
        expect([actor, reason, nextShipRequestState(action, actor, at(from, reason))]).toEqual([
          actor,
          reason,
          isAllowed ? to : null,
        ]);
      }
    }
  });

  test("has no other transition", () => {
    expect(shipRequestTransitions).toHaveLength(rows.length);
    for (const from of [null, ...shipRequestStates]) {
      for (const action of shipRequestActions) {
        if (rows.some(([state, name]) => state === from && name === action)) continue;
        for (const actor of shipRequestActors) {
          expect(nextShipRequestState(action, actor, at(from, "price"))).toBeNull();
        }
      }
    }
  });
});

describe("a packed box", () => {
  const fits: PackedFacts = {
    paymentMode: "automatic_up_to_cap",
    isOverPlan: false,
    hasOpenService: true,
    isServiceOpen: true,
    isDeclared: true,
    isClosedByGoods: false,
    approvedCents: 5000,
    priceCents: 5000,
    missingCents: 0,
  };

  test.each<[string, Partial<PackedFacts>, WaitingReason | null]>([
    ["at the cap", {}, null],
    ["a cent above it", { priceCents: 5001 }, "over_cap"],
    ["above the plan, whatever it costs", { isOverPlan: true, priceCents: 9000 }, "over_plan"],
    ["by no service", { hasOpenService: false, isServiceOpen: false }, "lane_closed"],
    ["by another service", { isServiceOpen: false, priceCents: null }, "lane_closed"],
    ["for its goods", { isServiceOpen: false, isClosedByGoods: true }, "goods"],
    ["without enough money", { missingCents: 1 }, "top_up"],
    ["undeclared, at the cap", { isDeclared: false }, "declaration"],
    ["undeclared, above the cap", { isDeclared: false, priceCents: 5001 }, "declaration"],
    ["undeclared, by no service", { isDeclared: false, hasOpenService: false }, "lane_closed"],
    ["undeclared, above the plan", { isDeclared: false, isOverPlan: true }, "over_plan"],
    ["undeclared, after the quote", { isDeclared: false, approvedCents: null }, "declaration"],
    [
      "after the quote",
      { paymentMode: "quote_first", isServiceOpen: null, approvedCents: null },
      "price",
    ],
    ["opened again, at the accepted price", { paymentMode: "quote_first" }, null],
    ["opened again, a cent above it", { paymentMode: "quote_first", priceCents: 5001 }, "price"],
  ])("%s", (_case, change, reason) => {
    expect(decideAfterPacking({ ...fits, ...change })).toBe(reason);
  });

  test("is asked about outside 70 to 130 % of its parcels and the empty box", () => {
    const weights = [600, 320, 80];
    expect([699, 700, 1300, 1301].map((grams) => isUsualWeight(grams, weights))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(isUsualWeight(9000, [600, null])).toBe(true);
  });

  test("is of a box unless it is more than 5 cm longer outside, turned as it may be", () => {
    const inner = [400, 300, 120] as const;
    const outer: [number, number, number][] = [
      [120, 300, 400],
      [170, 450, 350],
      [170, 451, 350],
      [171, 450, 350],
    ];
    expect(outer.map((sides) => isOfBox(sides, inner))).toEqual([true, true, false, false]);
  });

  test("weighs at most what the plan carries or, without one, what the package was added with", () => {
    const facts = { planMaxWeightGrams: 4000, packageMaxWeightGrams: 2000 };
    expect(weightLimitGrams({ ...facts, plan: "Super" })).toBe(4000);
    expect(weightLimitGrams({ ...facts, plan: null })).toBe(2000);
  });
});

test("a packer keeps a request for ten minutes after the last scan", () => {
  const now = new Date("2026-11-24T10:10:00.000Z");
  const by = (packerId: string | null, active: string | null) => ({
    packerId,
    packerActiveAt: active === null ? null : new Date(active),
  });
  expect(mayPack(by(null, null), "a", now)).toBe(true);
  expect(mayPack(by("a", "2026-11-24T10:09:00.000Z"), "a", now)).toBe(true);
  expect(mayPack(by("b", "2026-11-24T10:00:00.001Z"), "a", now)).toBe(false);
  expect(mayPack(by("b", "2026-11-24T10:00:00.000Z"), "a", now)).toBe(true);
});

test("a quote is valid to the millisecond, and reminders are due after 2 and 5 days", () => {
  const validUntil = new Date("2026-11-24T10:00:00.000Z");
  expect(isQuoteValid({ validUntil }, new Date("2026-11-24T09:59:59.999Z"))).toBe(true);
  expect(isQuoteValid({ validUntil }, validUntil)).toBe(false);
  expect([1.99, 2, 4.99, 5, 6.9].map(dueWaitingReminder)).toEqual([null, 2, 2, 5, 5]);
});

test("customers are notified of every reason for which a request waits", () => {
  expect(notificationMatrix.ship_request_waiting.variants).toEqual(waitingNews);
  expect(notificationMatrix.ship_request_reminder.variants).toEqual(waitingNews);
});
