import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { similarNumbers } from "./similar-number.ts";

const number = "SF1234567890123";

describe("Numbers that are near", () => {
  test.each([
    ["one changed", number, "SF1234567890183"],
    ["a letter for a digit", number, "SF123456789O123"],
    ["one missing", number, "SF123456789123"],
    ["one added", number, "SF12345678990123"],
    ["one added at the end", number, `${number}4`],
    ["two neighbours swapped", number, "SF1243567890123"],
    ["a prefix left out", number, "1234567890123"],
    ["a prefix added", "1234567890123", number],
    ["a prefix of three letters added", "123456789012", "DPK123456789012"],
    ["a prefix of one letter added", "1234567890123", "S1234567890123"],
    ["a prefix of four letters left out", "JDVA12345678901", "12345678901"],
  ])("%s", (_name, scanned, declared) => {
    expect(similarNumbers(scanned)).toContain(declared);
  });

  test.each([
    ["the same", number, number],
    ["two changed", number, "SF1234567890185"],
    ["two that are no neighbours swapped", number, "SF3214567890123"],
    ["another prefix", number, "YT1234567890123"],
    ["two missing", number, "SF12345678901"],
  ])("not %s", (_name, scanned, declared) => {
    expect(similarNumbers(scanned)).not.toContain(declared);
  });

  test("are few enough to look up, whatever is scanned", () => {
    const scanned = fc.stringMatching(/^[A-Z0-9-]{4,60}$/);
    fc.assert(
      fc.property(scanned, (text) => {
        expect(similarNumbers(text).length).toBeLessThan(3_100);
      }),
    );
    expect(similarNumbers("7".repeat(40)).length).toBeGreaterThan(400);
    expect(similarNumbers("AB123")).toEqual([]);
  });

  test("of a long number of digits are digits", () => {
    expect(similarNumbers("9".repeat(22))).toContain(`${"9".repeat(21)}8`);
    expect(similarNumbers("9".repeat(22))).not.toContain(`${"9".repeat(21)}A`);
  });
});
