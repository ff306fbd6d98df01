import { expect, test } from "vitest";
import { readRecordedFields, recordFields } from "./recorded-fields.ts";

test("recorded fields are read as they were written, and none where they were erased", () => {
  const fields = { carrier: "DHL", notes: null, estimatedWeightGrams: 1800 };
  expect(readRecordedFields(recordFields(fields))).toEqual(fields);
  expect(readRecordedFields("")).toBeNull();
});
