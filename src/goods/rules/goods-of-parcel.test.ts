import { describe, expect, test } from "vitest";
import { noGoods, type GoodsItem } from "./goods-item.ts";
import { contentsOf, declarationOfGoods, itemOfDeclaration } from "./goods-of-parcel.ts";

describe("a parcel of which nothing is said item by item", () => {
  const said = (description: string, minor: number | null = null, currency: string | null = null) =>
    itemOfDeclaration({ description, declaredValueMinor: minor, declaredCurrency: currency });

  test("has nothing in it as far as anybody knows", () => {
    expect(said("")).toBeNull();
    expect(said(" \n ")).toBeNull();
  });

  test("has one piece of what was said, for what it cost", () => {
    expect(said("Tea set,\nblue 🫖", 12_900, "CNY")).toEqual({
      ...noGoods,
      description: "Tea set, blue",
      unitValueMinor: 12_900,
      currency: "CNY",
    });
  });

  test("keeps words in other scripts as those of the customer", () => {
    expect(said("紫砂壺")).toEqual({ ...noGoods, descriptionOriginal: "紫砂壺" });
    expect(said("TV")).toEqual({ ...noGoods, descriptionOriginal: "TV" });
  });

  test("has no value in a currency that papers do not have", () => {
    expect(said("Teapot", 500, "TWD")).toEqual({ ...noGoods, description: "Teapot" });
    expect(said("", 500, "TWD")).toBeNull();
    expect(said("", 500, "JPY")).toEqual({ ...noGoods, unitValueMinor: 500, currency: "JPY" });
  });

  test("has a description that ends with a word", () => {
    const item = said("Ceramic teapots ".repeat(20));
    expect(item?.description).toMatch(/ teapots$/);
    expect(item?.description.length).toBeLessThanOrEqual(100);
  });
});

const teapots: GoodsItem = {
  ...noGoods,
  description: "Stoneware teapots",
  descriptionOriginal: "紫砂壺",
  quantity: 2,
  unitValueMinor: 12_900,
  currency: "CNY",
};
const socks: GoodsItem = {
  ...noGoods,
  description: "Cotton socks",
  unitValueMinor: 1_500,
  currency: "CNY",
};

test("contents are the customer's own words, each once and cut at a word", () => {
  expect(contentsOf([teapots, socks, socks, noGoods])).toBe("紫砂壺, Cotton socks");
  const many = Array.from({ length: 40 }, (_, at) => ({
    ...socks,
    description: `Cotton socks ${at}`,
  }));
  expect(contentsOf(many)).toMatch(/^Cotton socks 0, .*\bsocks \d+$/);
  expect(contentsOf(many).length).toBeLessThanOrEqual(500);
});

describe("what is said about a parcel as a whole", () => {
  const nothing = { description: "", declaredCurrency: null };
  const priced = { declaredValueMinor: 27_300, declaredCurrency: "CNY" };

  test("follows from its goods where nothing was said", () => {
    expect(declarationOfGoods(nothing, [], [teapots, socks])).toEqual({
      description: "紫砂壺, Cotton socks",
      ...priced,
    });
    expect(declarationOfGoods(nothing, [], [])).toEqual({ description: "" });
  });

  test("has the contents of its goods unless its customer said something else", () => {
    const followed = { description: "紫砂壺,\nCotton socks", declaredCurrency: null };
    expect(declarationOfGoods(followed, [teapots, socks], [socks])).toMatchObject({
      description: "Cotton socks",
    });
    const own = { description: "For Mei", declaredCurrency: null };
    expect(declarationOfGoods(own, [teapots, socks], [socks])).not.toHaveProperty("description");
  });

  test("keeps the value that was said first", () => {
    const said = { description: "For Mei", declaredCurrency: "USD" } as const;
    expect(declarationOfGoods(said, [], [socks])).toEqual({});
  });

  test("has no value of goods without one, in two currencies, or of more than can be declared", () => {
    const values = (items: readonly GoodsItem[]) => declarationOfGoods(nothing, [], items);
    const open = { ...socks, unitValueMinor: null, currency: null };
    const inDollars = { ...socks, currency: "USD" } as const;
    const dear = { ...socks, quantity: 2, unitValueMinor: 60_000_000_000 };
    for (const items of [[socks, open], [socks, inDollars], [dear]])
      expect(values(items)).not.toHaveProperty("declaredValueMinor");
  });
});
