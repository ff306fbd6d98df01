import { describe, expect, test } from "vitest";
import type { LegStatus } from "./package-status.ts";
import { namedLeg, nextLegDate, nextLegNumber, overtakenLegs } from "./shipping-leg.ts";

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

describe("the next date of a package", () => {
  const leg = (
    legNumber: number,
    status: LegStatus,
    departure: string,
    arrival: string | null,
  ) => ({
    legNumber,
    status,
    estimatedDeparture: departure,
    estimatedArrival: arrival,
  });
  const [first, second, third] = ["2026-03-01", "2026-03-05", "2026-03-10"] as const;
  const now = new Date("2026-02-20T00:00:00Z");

  test("is the arrival of the leg that moves", () => {
    const legs = [leg(1, "in_transit", first, second), leg(2, "pending", second, third)];
    expect(nextLegDate(legs, 1, now)).toEqual({ kind: "arrival", at: second });
  });

  test("is the next pending leg's departure where no arrival is known, or it is past", () => {
    const legs = [leg(1, "in_transit", first, null), leg(2, "pending", third, null)];
    expect(nextLegDate(legs, 1, now)).toEqual({ kind: "departure", at: third });
    const late = [leg(1, "in_transit", first, second), leg(2, "pending", third, null)];
    const afterArrival = new Date("2026-03-06T00:00:00Z");
    expect(nextLegDate(late, 1, afterArrival)).toEqual({ kind: "departure", at: third });
    expect(nextLegDate(legs, null, now)).toEqual({ kind: "departure", at: third });
  });

  test("is unknown without legs, and when all dates are past", () => {
    expect(nextLegDate([], null, now)).toBeNull();
    const legs = [leg(1, "in_transit", first, second)];
    expect(nextLegDate(legs, 1, new Date("2026-04-01T00:00:00Z"))).toBeNull();
  });
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
