import { describe, expect, test } from "vitest";
import { readStorageLocationCodes } from "./storage-location.ts";

const max = 30;

describe("Typed codes of storage locations", () => {
  test.each([
    ["one a line, in any case and width", "a-01-1\n\n Ｂ２ \n", ["A-01-1", "B2"]],
    ["each once", "A-1\nA-1\na-1", ["A-1"]],
    ["a range of the last part", "A-01-1 … A-01-3", ["A-01-1", "A-01-2", "A-01-3"]],
    ["leading zeros", "A-08..A-11", ["A-08", "A-09", "A-10", "A-11"]],
    ["no leading zeros", "A-9 ~ A-11", ["A-9", "A-10", "A-11"]],
    ["letters before digits", "R9 to R11", ["R9", "R10", "R11"]],
    ["single letters", "A-1 至 C-1", ["A-1", "B-1", "C-1"]],
    ["a dash between blanks", "A-1 - A-2", ["A-1", "A-2"]],
    [
      "two parts at once",
      "A-01-1…A-02-3",
      ["A-01-1", "A-01-2", "A-01-3", "A-02-1", "A-02-2", "A-02-3"],
    ],
    [
      "exactly as many as allowed",
      "A-1 … A-30",
      Array.from({ length: 30 }, (_, n) => `A-${n + 1}`),
    ],
  ])("can be %s", (_, text, codes) => {
    expect(readStorageLocationCodes(text, max)).toEqual({ codes, errors: [] });
  });

  test.each([
    ["A_1", "not_a_code"],
    ["-A", "not_a_code"],
    ["A".repeat(21), "not_a_code"],
    ["A-1 … B_2", "not_a_code"],
    ["A-3 … A-1", "not_a_range"],
    ["A-1 … A-1-2", "not_a_range"],
    ["A-X1 … A-Y2", "not_a_range"],
    ["AA … AC", "not_a_range"],
    ["A-1 … A-31", "too_many"],
    ["A-1-1 … Z-99-999999999", "too_many"],
  ])("cannot be %s", (text, reason) => {
    const read = readStorageLocationCodes(`B-1\n${text}`, max);
    expect(read).toEqual({ codes: ["B-1"], errors: [{ line: 2, text, reason }] });
  });
});
