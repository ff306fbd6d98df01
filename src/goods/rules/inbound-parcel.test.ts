import { describe, expect, test } from "vitest";
import {
  groupOf,
  inboundParcelGroups,
  inboundParcelStates,
  isOpenParcel,
  mayBecome,
  type InboundParcelState,
} from "./inbound-parcel.ts";

/** Each state with all that may follow it, as the design's table says. */
const allowed: Readonly<Record<InboundParcelState, readonly InboundParcelState[]>> = {
  expected: ["received", "cancelled"],
  received: ["packed", "departed", "returned", "disposed"],
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
