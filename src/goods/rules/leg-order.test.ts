import { expect, test } from "vitest";
import { nextLegNumber, overtakenLegs } from "./leg-order.ts";
import type { LegStatus } from "#tracking/rules/package-status.ts";

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
