import fc from "fast-check";
import { expect, test } from "vitest";
import { differsFromPacked } from "./manifest.ts";

test.each([
  [2000, 2000, false],
  [2100, 2000, false],
  [2101, 2000, true],
  [1900, 2000, false],
  [1899, 2000, true],
  // 5 % of 2350 g are 117.5 g.
  [2467, 2350, false],
  [2468, 2350, true],
  [1, 1, false],
  [2, 1, true],
  [95_000, 100_000, false],
  [94_999, 100_000, true],
])("a carrier's %i g against %i g packed: differs is %s", (carrierGrams, packedGrams, expected) => {
  expect(differsFromPacked(carrierGrams, packedGrams)).toBe(expected);
});

test("it differs as far above as below", () => {
  const grams = fc.integer({ min: 1, max: 100_000 });
  fc.assert(
    fc.property(grams, grams, (packed, by) => {
      expect(differsFromPacked(packed + by, packed)).toBe(differsFromPacked(packed - by, packed));
    }),
  );
});
