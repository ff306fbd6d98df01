import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatKilograms, parseWeightGrams } from "./weight.ts";

describe("reading a weight", () => {
  test.each<[string | number, number]>([
    ["0.1", 100],
    ["1.5", 1500],
    ["1.001", 1001],
    [".25", 250],
    ["30", 30_000],
    [" 2 ", 2000],
    ["1000", 1_000_000],
    [0.3, 300],
    [2.5, 2500],
  ])("takes %j kg as %i grams", (text, weightGrams) => {
    expect(parseWeightGrams(text)).toEqual({ ok: true, weightGrams });
  });

  test.each<[string | number]>([
    [""],
    ["."],
    ["1."],
    ["0"],
    ["0.000"],
    ["-1"],
    ["1,5"],
    ["1.0005"],
    ["1e1"],
    ["１"],
    ["1.5 kg"],
    ["1000.001"],
    [0],
    [-0.5],
    [0.1 + 0.2],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
  ])("rejects %j", (text) => {
    expect(parseWeightGrams(text)).toEqual({ ok: false });
  });

  test("parses every weight in kilograms back to its grams", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (weightGrams) => {
        expect(parseWeightGrams(weightGrams / 1000)).toEqual({ ok: true, weightGrams });
      }),
    );
  });
});

describe("writing a weight", () => {
  test.each<[number, string]>([
    [1500, "1.5 kg"],
    [100, "0.1 kg"],
    [1, "0.001 kg"],
    [2000, "2 kg"],
    [0, "0 kg"],
    [1_234_567, "1,234.567 kg"],
  ])("shows %j grams as %s", (weightGrams, text) => {
    expect(formatKilograms(weightGrams)).toBe(text);
  });

  test.each(["zh-Hant-HK", "zh-Hans", "zh-CN"])(
    "keeps the unit in Latin letters in %s",
    (locale) => {
      expect(formatKilograms(1_234_500, locale)).toBe("1,234.5 kg");
    },
  );

  test("follows the reader's locale", () => {
    expect(formatKilograms(1500, "de-DE")).toBe("1,5 kg");
  });
});
