import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  isStorable,
  plainText,
  searchedWords,
  searchKey,
  storableJson,
  storableText,
  normalizeLine,
  normalizeText,
  visibleText,
} from "./normalize-text.ts";

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
    expect(normalizeText(text)).toBe(stored);
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
    expect(normalizeText(text)).toBe(text);
  });

  test("is stored the same a second time", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(normalizeText(normalizeText(text))).toBe(normalizeText(text));
        expect(normalizeLine(normalizeLine(text))).toBe(normalizeLine(text));
      }),
    );
  });

  test("of one line has no line ends", () => {
    expect(normalizeLine("Flat 12B\r\n\t1 Harbour Road\u2028Hong Kong\n")).toBe(
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

describe("A line", () => {
  test.each([
    ["a zero-width space", "SF2000\u200B000000999", "SF2000000000999"],
    ["marks of direction", "\u200E+852 5555\u200F", "+852 5555"],
    ["a word joiner", "emma@example.com\u2060", "emma@example.com"],
    ["a soft hyphen", "Donau\u00ADstraße", "Donaustraße"],
    ["a byte-order mark", "\uFEFFRB123456785GB", "RB123456785GB"],
    ["a variation selector", "5\uFE0F Main Street", "5 Main Street"],
    ["a variation selector of an ideograph", "渡邉\u{E0100}", "渡邉"],
    ["an Arabic letter mark", "5\u061C", "5"],
    ["a Hangul filler", "\u3164Kim", "Kim"],
    ["a grapheme joiner", "A\u034FB", "AB"],
    ["tags", "A\u{E0067}\u{E007F}", "A"],
    ["a joiner between Latin letters", "Em\u200Cma\u200D", "Emma"],
    ["a joiner beside a blank", "می \u200Cخواهم\u200C", "می خواهم"],
  ])("has no %s", (_what, text, line) => {
    expect(normalizeLine(text)).toBe(line);
    expect(visibleText(text)).toBe(line);
  });

  test.each([
    ["Persian with a non-joiner", "می\u200Cخواهم"],
    ["Hindi with a joiner behind a virama", "क्\u200Dष"],
    ["Sinhala with a joiner", "ශ්\u200Dරී"],
    ["Arabic with marks", "مُحَمَّد"],
  ])("keeps %s", (_what, text) => {
    expect(normalizeLine(text)).toBe(text);
  });

  test("with nothing to see is empty", () => {
    expect(normalizeLine(" \u200B\uFEFF\u2060 ")).toBe("");
  });
});

test("full-width characters get their usual width, and others stay", () => {
  expect(plainText("ＳＦ１２３－４５　＋８５２＠～")).toBe("SF123-45 +852@~");
  expect(plainText("陈伟、Ame\u0301lie ｱ 👩")).toBe("陈伟、Ame\u0301lie ｱ 👩");
});

test.each([
  ["Battery", "batteries"],
  ["BATTERIES", "battery"],
  ["box", "boxes"],
  ["watches", "watch"],
  ["shoe", "shoes"],
  ["refunds", "refund"],
  ["ｔｏｙｓ", "toy"],
])("a search for %s finds %s", (search, text) => {
  expect(searchedWords(search).every((word) => text.includes(word))).toBe(true);
});

test("a search has words, and only those of Latin letters are shortened", () => {
  expect(searchedWords("")).toEqual([]);
  expect(searchedWords(" 1234 5678-90 ")).toEqual(["1234 5678-90"]);
  expect(searchedWords("  glass　BUS key city P7S 茶具s A-s")).toEqual([
    "glass",
    "bus",
    "key",
    "city",
    "p7s",
    "茶具s",
    "a-s",
  ]);
});

test("a search compares neither width nor case", () => {
  expect(searchKey("ＭｅＩ １２ ｱ Жанна")).toBe("mei 12 ア жанна");
});
