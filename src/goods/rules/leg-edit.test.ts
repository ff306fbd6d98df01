import { expect, test } from "vitest";
import { differingLegFields, legFieldsOf, mergedLegEdit, type LegFields } from "./leg-edit.ts";

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
