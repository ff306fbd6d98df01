import { describe, expect, test } from "vitest";
import { asksForLatinName, isLatinName, keptLatinName, needsLatinName } from "./latin-name.ts";

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

  test.each(["", "Chen Wei", "Søren Müller-Lüdenscheidt", "Anna d'Arc (c/o Ng)"])(
    "may be %s",
    (name) => {
      expect(isLatinName(name)).toBe(true);
    },
  );

  test.each([
    "陈伟",
    "Łukasz",
    "Chen\u00A0Wei",
    "Chen\u00ADWei",
    "Chen\tWei",
    "Chen\u007F",
    "Chen\u0085",
    "Ａｎｎａ",
    "Ame\u0301lie",
    "Anna 🛶",
  ])("may not be %j", (name) => {
    expect(isLatinName(name)).toBe(false);
  });
});
