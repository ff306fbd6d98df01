import { describe, expect, test } from "vitest";
import {
  groupOf,
  inboundParcelGroups,
  inboundParcelStates,
  isOpenParcel,
  mayBecome,
  type InboundParcelState,
  declaredValueText,
  formatDeclaredValue,
  parseDeclaredValue,
  type DeclaredCurrency,
  declaredCurrencies,
} from "./inbound-parcel.ts";
import fc from "fast-check";

/** Each state with all that may follow it, as the design's table says. */
const allowed: Readonly<Record<InboundParcelState, readonly InboundParcelState[]>> = {
  expected: ["received", "cancelled"],
  received: ["packed", "departed", "returned", "disposed", "expected", "cancelled"],
  packed: ["received", "departed"],
  departed: ["packed"],
  returned: [],
  disposed: [],
  cancelled: ["received"],
};

const pairs = inboundParcelStates.flatMap((from) =>
  inboundParcelStates.map((to) => [from, to, allowed[from].includes(to)] as const),
);

describe("the state of a parcel", () => {
  test.each(pairs)("%s → %s: %s", (from, to, isAllowed) => {
    expect(mayBecome(from, to)).toBe(isAllowed);
  });

  test("is open while it is awaited or in the warehouse", () => {
    expect(inboundParcelStates.filter(isOpenParcel)).toEqual(["expected", "received", "packed"]);
  });

  test("has one group of the list", () => {
    const groups = inboundParcelStates.map((state) => [state, groupOf(state)]);
    expect(Object.fromEntries(groups)).toEqual({
      expected: "awaited",
      received: "here",
      packed: "here",
      departed: "gone",
      returned: "gone",
      disposed: "gone",
      cancelled: "gone",
    });
    expect(new Set(groups.map(([, group]) => group))).toEqual(new Set(inboundParcelGroups));
  });
});

test.each<[string, DeclaredCurrency, number | null]>([
  ["129.90", "CNY", 12_990],
  ["129.9", "CNY", 12_990],
  [" 8 ", "USD", 800],
  ["1200", "JPY", 1200],
  ["1200.5", "JPY", null],
  ["0", "CNY", null],
  ["0.00", "CNY", null],
  ["-1", "CNY", null],
  ["1,5", "CNY", null],
  ["1.234", "CNY", null],
  ["1000000000", "CNY", 100_000_000_000],
  ["1000000000.01", "CNY", null],
  ["", "CNY", null],
])("%s of %s is %s in its smallest unit", (text, currency, minor) => {
  expect(parseDeclaredValue(text, currency)).toBe(minor);
});

test("a value reads back from its text", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100_000_000_000 }),
      fc.constantFrom(...declaredCurrencies),
      (minor, currency) => {
        expect(parseDeclaredValue(declaredValueText(minor, currency), currency)).toBe(minor);
      },
    ),
  );
});

test("a value is shown with the code of its currency", () => {
  expect(formatDeclaredValue(12_990, "CNY", "en-US")).toBe("CNY\u00A0129.90");
  expect(formatDeclaredValue(1200, "JPY", "en-US")).toBe("JPY\u00A01,200");
});
