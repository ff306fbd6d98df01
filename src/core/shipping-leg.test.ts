import { expect, test } from "vitest";
import type { LegStatus } from "./package-status.ts";
import { namedLeg, nextLegNumber, overtakenLegs } from "./shipping-leg.ts";

test.each([
  [0, 1],
  [1, 2],
  [2, 3],
  [3, null],
  [4, null],
])("after %i legs comes number %j", (legCount, next) => {
  expect(nextLegNumber(legCount)).toBe(next);
});

test.each<[LegStatus[], number[]]>([
  [[], []],
  [["delivered"], []],
  [["pending", "pending", "pending"], []],
  [["in_transit", "pending", "pending"], []],
  [["delivered", "in_transit", "pending"], []],
  [["delivered", "delivered", "delivered"], []],
  [["pending", "in_transit", "pending"], [1]],
  [["pending", "delivered"], [1]],
  [["in_transit", "delivered", "pending"], [1]],
  [
    ["pending", "pending", "delivered"],
    [1, 2],
  ],
  [["delivered", "pending", "delivered"], [2]],
  [["cancelled", "voided", "delivered"], []],
  [["pending", "cancelled", "voided"], []],
])("of legs %j a later one has overtaken %j", (statuses, overtaken) => {
  const legs = statuses.map((status, index) => ({ legNumber: index + 1, status }));
  expect(overtakenLegs(legs.toReversed())).toEqual(overtaken);
});

test("a leg is named with how many there are, and no other than there is", () => {
  const legs = [
    { legNumber: 1, origin: "China", destination: "Hong Kong" },
    { legNumber: 2, origin: "Hong Kong", destination: "United States" },
  ];
  expect(namedLeg(legs, 2)).toEqual({
    legNumber: 2,
    legCount: 2,
    origin: "Hong Kong",
    destination: "United States",
  });
  expect([namedLeg(legs, 3), namedLeg(legs, undefined)]).toEqual([null, null]);
});
