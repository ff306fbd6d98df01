import { describe, expect, test } from "vitest";
import {
  asksForLatinName,
  keptLatinName,
  needsLatinName,
  unprintableInName,
} from "./latin-script.ts";

describe("A name in Latin letters", () => {
  test.each(["陈伟", "Wei 陈", "Анна", "محمد", "שרה", "นภา", "김민수", "たなか", "𠮷田", "Αννα"])(
    "is asked for %s",
    (name) => {
      expect(needsLatinName(name)).toBe(true);
    },
  );

  test.each([
    "",
    "Mei Chan",
    "Søren Müller",
    "Nguyễn Thị Hoa",
    "Łukasz",
    "O’Neill 2nd 🛶",
    "Hawaiʻi",
  ])("is not asked for %s", (name) => {
    expect(needsLatinName(name)).toBe(false);
  });

  test("stays in the form while it is wrong", () => {
    expect(asksForLatinName("陈伟", "")).toBe(true);
    expect(asksForLatinName("Anna", "陈")).toBe(true);
    expect(asksForLatinName("Anna", "Ｃｈｅｎ")).toBe(false);
  });

  test("is kept beside a name that needs it alone", () => {
    expect(keptLatinName("陈伟", "Chen Wei")).toBe("Chen Wei");
    expect(keptLatinName("Anna", "Chen Wei")).toBe("");
  });

  test.each([
    "Emma",
    "O’Brien",
    "Łukasz",
    "陈伟",
    "Анна Каренина",
    "محمد",
    "ნინო",
    "たなか・けん",
    "Hawaiʻi",
  ])("may be %s", (name) => {
    expect(unprintableInName(name)).toBeNull();
  });

  test.each([
    ["Emma 🛶", "🛶"],
    ["陈伟🙂", "🙂"],
    ["Анна ♥", "♥"],
    ["陈\uE000", "\uE000"],
  ])("may not be %j, of %j", (name, character) => {
    expect(unprintableInName(name)).toBe(character);
  });
});
