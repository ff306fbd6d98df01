import { expect, test } from "vitest";
import { readRecordedFields, recordFields } from "./recorded-fields.ts";

test("recorded fields are read as they were written", () => {
  const fields = { carrier: "DHL", notes: null, estimatedWeightGrams: 1800 };
  expect(readRecordedFields(recordFields(fields))).toEqual(fields);
});

test.each(["Carrier: DHL, Notes: none", "", "{broken"])(
  "%s is text of an earlier release",
  (text) => {
    expect(readRecordedFields(text)).toBeNull();
  },
);
