import { expect, test } from "vitest";
import {
  differingLegFields,
  legFieldsOf,
  mergedLegEdit,
  type LegFields,
  nextLegNumber,
  overtakenLegs,
} from "./leg-edit.ts";
import type { LegStatus } from "#tracking/rules/package-status.ts";

const original: LegFields = {
  origin: "Hong Kong",
  destination: "Singapore",
  carrier: "Hong Kong Post",
  trackingNumber: null,
  estimatedDeparture: "2026-05-01T00:00:00.000Z",
  estimatedArrival: null,
  notes: null,
};

test("versions differ in the fields named, in the order of the form", () => {
  expect(differingLegFields(original, { ...original })).toEqual([]);
  const other = { ...original, notes: "Fragile", destination: "Malaysia" };
  expect(differingLegFields(original, other)).toEqual(["destination", "notes"]);
});

test("an edit changes its own fields and leaves those that others saved meanwhile", () => {
  const edited = { ...original, carrier: "DHL", notes: "Fragile" };
  const current = { ...original, carrier: "FedEx", trackingNumber: "986578788855" };
  expect(mergedLegEdit(original, edited, current)).toEqual({
    ...original,
    carrier: "DHL",
    notes: "Fragile",
    trackingNumber: "986578788855",
  });
});

test("only the editable fields of a whole leg are taken", () => {
  const whole = { ...original, id: "1", status: "pending" };
  expect(legFieldsOf(whole)).toEqual(original);
});

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
