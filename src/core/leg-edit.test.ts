// Shows how two versions of a leg are compared and put together.
import { expect, test } from "vitest";
import { differingLegFields, legFieldsOf, mergedLegEdit, type LegFields } from "./leg-edit.ts";

const seen: LegFields = {
  origin: "Hong Kong",
  destination: "Singapore",
  carrier: "Hong Kong Post",
  trackingNumber: null,
  estimatedDeparture: "2026-05-01T00:00:00.000Z",
  estimatedArrival: null,
  notes: null,
};

test("versions differ in the fields named, in the order of the form", () => {
  expect(differingLegFields(seen, { ...seen })).toEqual([]);
  const other = { ...seen, notes: "Fragile", destination: "Malaysia" };
  expect(differingLegFields(seen, other)).toEqual(["destination", "notes"]);
});

test("own changes are put upon what others saved meanwhile, and nothing else is", () => {
  const wanted = { ...seen, carrier: "DHL", notes: "Fragile" };
  const current = { ...seen, carrier: "FedEx", trackingNumber: "986578788855" };
  expect(mergedLegEdit(seen, wanted, current)).toEqual({
    ...seen,
    carrier: "DHL",
    notes: "Fragile",
    trackingNumber: "986578788855",
  });
});

test("of a whole leg only the fields are taken that staff write", () => {
  const whole = { ...seen, id: "1", status: "pending" };
  expect(legFieldsOf(whole)).toEqual(seen);
});
