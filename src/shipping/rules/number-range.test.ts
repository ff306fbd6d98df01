import { describe, expect, test } from "vitest";
import { daysOfStock, isStockLow, parseNumberList } from "./number-range.ts";

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

describe("a list of numbers", () => {
  test("is read line by line, without empty lines, and in its usual form", () => {
    const { numbers, errors } = parseNumberList('\uFEFFrb123456785hk\r\n\n"SF 1234567890123"\n');
    expect(errors).toEqual([]);
    expect(numbers).toEqual([
      { line: 1, trackingNumber: "RB123456785HK" },
      { line: 3, trackingNumber: "SF1234567890123" },
    ]);
  });

  test("reads a list as spreadsheets write it", () => {
    const { numbers, errors } = parseNumberList('sep=;\r\nRB123456785HK;;\r\n"RB000000005HK",\r\n');
    expect(errors).toEqual([]);
    expect(numbers.map(({ line, trackingNumber }) => [line, trackingNumber])).toEqual([
      [2, "RB123456785HK"],
      [3, "RB000000005HK"],
    ]);
  });

  test.each([
    ["", [[1, "no_rows"]]],
    [
      "RB123456785HK\n123\nRB123456785HK\n=A1",
      [
        [2, "invalid_number"],
        [3, "repeated_number"],
        [4, "invalid_number"],
      ],
    ],
    [Array.from({ length: 10_001 }, (_, at) => `N${at}00000`).join("\n"), [[1, "too_many_rows"]]],
  ])("names each wrong line", (text, expected) => {
    const { errors } = parseNumberList(text);
    expect(errors.map(({ line, kind }) => [line, kind])).toEqual(expected);
  });
});
