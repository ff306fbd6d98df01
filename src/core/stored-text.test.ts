import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  halfWidth,
  isStorable,
  searchKey,
  storableJson,
  storableText,
  storedLine,
  storedText,
} from "./stored-text.ts";

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

describe("A storable text", () => {
  test.each([
    ["NUL", "tea\u0000set", "tea\uFFFDset"],
    ["half a character", "tea\uD83D set", "tea\uFFFD set"],
    ["the other half", "\uDE80tea", "\uFFFDtea"],
    ["a character across the end", "1234567890🛶", "1234567890\uFFFD"],
    ["too much", "12345678901234", "12345678901"],
  ])("has none of these: %s", (_what, text, stored) => {
    expect(isStorable(text) && text.length <= 11).toBe(false);
    expect(storableText(text, 11)).toBe(stored);
    expect(isStorable(storableText(text, 11))).toBe(true);
  });

  test("is otherwise kept as it is, unlike what people type", () => {
    const text = " tea \u0007\n 🛶 Ame\u0301lie \u202E";
    expect(storableText(text)).toBe(text);
    expect(isStorable(text)).toBe(true);
  });

  test("is each text of facts in JSON", () => {
    const facts = { kind: "tea\u0000", list: [1, "\uD83D", null], inner: { it: "🛶" } };
    expect(JSON.parse(storableJson(facts))).toEqual({
      kind: "tea\uFFFD",
      list: [1, "\uFFFD", null],
      inner: { it: "🛶" },
    });
  });
});

test("full-width characters get their usual width, and others stay", () => {
  expect(halfWidth("ＳＦ１２３－４５　＋８５２＠～")).toBe("SF123-45 +852@~");
  expect(halfWidth("陈伟、Ame\u0301lie ｱ 👩‍👧")).toBe("陈伟、Ame\u0301lie ｱ 👩‍👧");
});

test("a search compares neither width nor case", () => {
  expect(searchKey("ＭｅＩ １２ ｱ Жанна")).toBe("mei 12 ア жанна");
});
