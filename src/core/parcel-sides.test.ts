import { expect, test } from "vitest";
import { formatSides } from "./parcel-sides.ts";

test.each([
  [[400, 300, 250], "en-US", "40 × 30 × 25 cm"],
  [[405, 1, 3000], "en-US", "40.5 × 0.1 × 300 cm"],
  [[405, 300, 250], "de-DE", "40,5 × 30 × 25 cm"],
  [[400, 300, 250], "zh-Hant-HK", "40 × 30 × 25 cm"],
])("sides of %j mm in %s are %s", (sidesMm, locale, text) => {
  expect(formatSides(sidesMm, locale)).toBe(text);
});
