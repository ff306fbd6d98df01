import { describe, expect, test } from "vitest";
import {
  betterDescriptions,
  findGoodsWords,
  goodsWordIn,
  isNamedBy,
  searchableWords,
  type GoodsWord,
} from "./goods-word.ts";

const word = (
  descriptionEn: string,
  hsCode: string,
  terms: Partial<Record<GoodsWord["language"], readonly string[]>>,
): GoodsWord[] =>
  Object.entries(terms).flatMap(([language, ofLanguage]) =>
    ofLanguage.map((term) => ({
      term,
      language: language as GoodsWord["language"],
      hsCode,
      descriptionEn,
      flags: [],
    })),
  );

const words = searchableWords([
  ...word("Cotton T-shirts", "610910", { en: ["T-shirt"], "zh-Hans": ["T恤"] }),
  ...word("Neckties of silk", "621510", { en: ["necktie"], "zh-Hant-HK": ["領帶"] }),
  ...word("Plastic phone cases", "392690", {
    en: ["phone case"],
    "zh-Hant-HK": ["手機殼"],
    "zh-Hans": ["手机壳"],
  }),
  ...word("Smartphones", "851713", { en: ["iPhone"], "zh-Hans": ["手机"] }),
  ...word("Fishing rods", "950710", { en: ["fishing rod"], "zh-Hans": ["碳素鱼竿", "鱼竿"] }),
  ...word("Cotton jeans", "620342", { en: ["jeans"] }),
  ...word("Silver jewelry", "711311", { en: ["jewelry"] }),
  ...word("Cotton baseball caps", "650500", { en: ["cap", "baseball cap"] }),
  ...word("Printed books", "490199", { en: ["book"], "zh-Hans": ["书"] }),
  ...word("Party decorations", "950590", { en: ["party decorations"] }),
  ...word("Bicycle parts", "871499", { en: ["bicycle parts"] }),
]);

const found = (text: string, most = 8) =>
  findGoodsWords(words, text, most).map(({ descriptionEn }) => descriptionEn);

describe("a word for goods", () => {
  test.each([
    ["t-shirt", "Cotton T-shirts"],
    ["T恤", "Cotton T-shirts"],
    ["Ｔ恤", "Cotton T-shirts"],
    ["tshirts", "Cotton T-shirts"],
    ["PHONE CASES", "Plastic phone cases"],
    ["phone c", "Plastic phone cases"],
    ["case", "Plastic phone cases"],
    ["clear phone case for iPhone 15", "Plastic phone cases"],
    ["手機殼", "Plastic phone cases"],
    ["iPhone 15 透明手机壳", "Plastic phone cases"],
    ["手机", "Smartphones"],
    ["fish", "Fishing rods"],
    ["bicycle parts", "Bicycle parts"],
    ["plastic phone", "Plastic phone cases"],
  ])(
    "is found in any language, from its beginning, inside and in a longer text: %s",
    (text, first) => {
      expect(found(text)[0]).toBe(first);
    },
  );

  test.each([
    ["black denim jeans", "Cotton jeans"],
    ["leather baseball cap book", "Printed books"],
    ["phone case for a fishing rod", "Plastic phone cases"],
    ["2 boxes of fishing rods", "Fishing rods"],
    ["phonecase", "Plastic phone cases"],
    ["blue tshirts", "Cotton T-shirts"],
    ["grey jewellery", "Silver jewelry"],
    ["necktie set", "Neckties of silk"],
    ["iPhone 手機殼", "Plastic phone cases"],
    ["手机鱼竿", "Fishing rods"],
  ])("is the goods themselves, not what they belong to, in any spelling: %s", (text, first) => {
    expect(found(text)[0]).toBe(first);
  });

  test("is not a part of another Latin word", () => {
    expect(found("tie")).toEqual([]);
    expect(found("captain america")).toEqual([]);
  });

  test("of one Chinese character is found alone, and in no longer text", () => {
    expect(found("书")).toEqual(["Printed books"]);
    expect(found("书包")).toEqual([]);
  });

  test("is found once for each description, the same one first", () => {
    expect(found("cap")).toEqual(["Cotton baseball caps"]);
    expect(found("手机")).toEqual(["Smartphones", "Plastic phone cases"]);
    expect(found("手机", 1)).toEqual(["Smartphones"]);
  });

  test.each(["", "   ", "!!!", "123", "🫖", "zzz", "没有"])("is not found in %j", (text) => {
    expect(found(text)).toEqual([]);
  });
});

test("better descriptions have the words that were typed whole", () => {
  expect(betterDescriptions(words, "caps")).toEqual(["Cotton baseball caps"]);
  expect(betterDescriptions(words, "Parts")).toEqual(["Bicycle parts"]);
  expect(betterDescriptions(words, "Fish")).toEqual([]);
  expect(betterDescriptions(words, "Cotton").length).toBeLessThanOrEqual(3);
});

test("a text is translated by a word that it is or that stands in it", () => {
  expect(goodsWordIn(words, "宜兴手机壳 包邮")?.descriptionEn).toBe("Plastic phone cases");
  expect(goodsWordIn(words, "手机")?.descriptionEn).toBe("Smartphones");
  expect(goodsWordIn(words, "手")).toBeUndefined();
  // What only begins with known goods is not translated as them; how many and for whom is no part of what they are.
  expect(goodsWordIn(words, "手机架")).toBeUndefined();
  expect(goodsWordIn(words, "碳素鱼竿套装 2.7米")?.descriptionEn).toBe("Fishing rods");
  expect(goodsWordIn(words, "新款手机壳男款两个")?.descriptionEn).toBe("Plastic phone cases");
  expect(goodsWordIn(words, "")).toBeUndefined();
});

test.each([
  ["fishing rod", true],
  ["Carbon fishing rods, 2 pieces", true],
  ["Fishing rods of carbon", true],
  ["fishing rod bag", false],
  ["Bag for a fishing rod", false],
  ["碳素鱼竿套装", true],
])("whether goods called %j are of a word in it: %s", (text, isNamed) => {
  const word = goodsWordIn(words, text);
  expect(word?.descriptionEn).toBe("Fishing rods");
  expect(word !== undefined && isNamedBy(word, text)).toBe(isNamed);
});
