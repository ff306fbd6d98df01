import { describe, expect, test } from "vitest";
import { daysOfStock, isStockLow } from "./number-range.ts";

describe("the stock of numbers", () => {
  test.each([
    [1000, 0, null, false],
    [0, 0, 0, true],
    [0, 30, 0, true],
    // One a day.
    [14, 30, 14, false],
    [13, 30, 13, true],
    // Two a day.
    [28, 60, 14, false],
    [27, 60, 13, true],
    [10_000, 1, 300_000, false],
  ])("of %i with %i used in 30 days lasts %s days, low: %s", (left, usedLately, days, isLow) => {
    expect(daysOfStock({ left, usedLately })).toBe(days);
    expect(isStockLow({ left, usedLately })).toBe(isLow);
  });
});
