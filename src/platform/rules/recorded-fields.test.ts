import { expect, test } from "vitest";
import { readRecordedFields, recordFields } from "./recorded-fields.ts";

test("recorded fields are read as they were written", () => {
  const fields = { carrier: "DHL", notes: null, estimatedWeightGrams: 1800 };
  expect(readRecordedFields(recordFields(fields))).toEqual(fields);
});

test.each([
  ["Carrier: DHL, Notes: none", { carrier: "DHL", notes: null }],
  [
    "Origin: Hong Kong, China, Destination: Singapore, Tracking number: RB1",
    { origin: "Hong Kong, China", destination: "Singapore", trackingNumber: "RB1" },
  ],
  [
    "Estimated departure: none, Estimated arrival: 2031-05-15T12:00:00.000Z",
    { estimatedDeparture: null, estimatedArrival: "2031-05-15T12:00:00.000Z" },
  ],
  ["Notes: Call first, Carrier: DHL", { notes: "Call first, Carrier: DHL" }],
  [
    "Estimated weight: 1,000 kg, Description: Tea, Notes: none",
    { estimatedWeightGrams: 1_000_000, description: "Tea, Notes: none" },
  ],
  [
    "Estimated weight: unknown, Description: none",
    { estimatedWeightGrams: null, description: null },
  ],
])("%s, which an earlier release wrote, is read as fields", (text, fields) => {
  const read = readRecordedFields(text);
  expect(read).toEqual(fields);
  expect(Object.keys(read ?? {})).toEqual(Object.keys(fields));
});

test.each(["", "{broken", "Agreed by phone", "Colour: red", "Estimated weight: heavy", "Notes"])(
  "%s is another text",
  (text) => {
    expect(readRecordedFields(text)).toBeNull();
  },
);
