import { expect, test } from "vitest";
import { formatDimensions, parseDimensions } from "./dimensions.ts";

test.each([
  [[400, 300, 250], "en-US", "40 × 30 × 25 cm"],
  [[405, 1, 3000], "en-US", "40.5 × 0.1 × 300 cm"],
  [[405, 300, 250], "de-DE", "40,5 × 30 × 25 cm"],
  [[400, 300, 250], "zh-Hant-HK", "40 × 30 × 25 cm"],
])("sides of %j mm in %s are %s", (sidesMm, locale, text) => {
  expect(formatDimensions(sidesMm, locale)).toBe(text);
});

test.each([
  ["40 30 25", [400, 300, 250]],
  [" 40.5 x 30×25 ", [405, 300, 250]],
  ["40*30*300", [400, 300, 3000]],
  ["40 30", null],
  ["40 30 25 10", null],
  ["40 30 0", null],
  ["40 30 300.1", null],
  ["40 30 2.55", null],
  ["40 30 -2", null],
  ["", null],
])("typed sides %j are %j", (text, sidesMm) => {
  expect(parseDimensions(text, 3000)).toEqual(sidesMm);
});
