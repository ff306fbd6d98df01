import { expect, test } from "vitest";
import { isMonth, monthsBetween } from "./freight-figures.ts";

test.each([
  ["2026-11", "2026-11", 1],
  ["2025-12", "2026-01", 2],
  ["2026-11", "2026-10", 0],
  ["2024-11", "2026-10", 24],
])("from %s to %s are %i months", (from, to, months) => {
  expect(monthsBetween(from, to)).toBe(months);
});

test.each([
  ["2026-11", true],
  ["2026-13", false],
  ["2026-00", false],
  ["2026-1", false],
  ["1999-01", false],
  ["2026-11-01", false],
])("%s is a month: %s", (text, expected) => {
  expect(isMonth(text)).toBe(expected);
});
