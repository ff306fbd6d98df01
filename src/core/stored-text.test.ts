import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { halfWidth, searchKey, storedLine, storedText } from "./stored-text.ts";

describe("A stored text", () => {
  test.each([
    ["a decomposed letter", "Ame\u0301lie", "Am\u00E9lie"],
    ["decomposed Hangul", "\u1112\u1161\u11AB", "\uD55C"],
    ["overrides of direction", "tea \u202Egpj.exe\u202C", "tea gpj.exe"],
    ["marks around a copied phone number", "\u202A+852 5555 0100\u202C", "+852 5555 0100"],
    ["isolates of direction", "\u2067שלום\u2069", "שלום"],
    ["control characters", "Mei\u0007\u001B[31m\u0085 Chan", "Mei[31m Chan"],
    ["white space around it", " \u3000陈伟\n", "陈伟"],
  ])("has none of these: %s", (_what, text, stored) => {
    expect(storedText(text)).toBe(stored);
  });

  test.each([
    ["Chinese", "陈伟"],
    ["a character beyond the first plane", "𠮷野家"],
    ["Cyrillic", "Анна Каренина"],
    ["Arabic with marks", "مُحَمَّد"],
    ["Persian with a non-joiner", "می\u200Cخواهم"],
    ["combined emoji", "👩‍👩‍👧‍👦 🛶 🇭🇰"],
    ["several lines", "two cups\n\tone pot"],
    ["full-width text", "ＭＥＩ　ＣＨＡＮ"],
  ])("is kept as it is: %s", (_what, text) => {
    expect(storedText(text)).toBe(text);
  });

  test("is stored the same a second time", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(storedText(storedText(text))).toBe(storedText(text));
        expect(storedLine(storedLine(text))).toBe(storedLine(text));
      }),
    );
  });

  test("of one line has no line ends", () => {
    expect(storedLine("Flat 12B\r\n\t1 Harbour Road\u2028Hong Kong\n")).toBe(
      "Flat 12B 1 Harbour Road Hong Kong",
    );
  });
});

test("full-width characters get their usual width, and others stay", () => {
  expect(halfWidth("ＳＦ１２３－４５　＋８５２＠～")).toBe("SF123-45 +852@~");
  expect(halfWidth("陈伟、Ame\u0301lie ｱ 👩‍👧")).toBe("陈伟、Ame\u0301lie ｱ 👩‍👧");
});

test("a search compares neither width nor case", () => {
  expect(searchKey("ＭｅＩ １２ ｱ Жанна")).toBe("mei 12 ア жанна");
});
