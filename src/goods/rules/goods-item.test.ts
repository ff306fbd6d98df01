import { describe, expect, test } from "vitest";
import {
  cutAtWord,
  hsCodeDigits,
  isHsCode,
  isSignedAlike,
  itemValueMinor,
  merchantProductIds,
  missingParts,
  noGoods,
} from "./goods-item.ts";

describe("a code of the Harmonized System", () => {
  test.each([
    ["610910", true],
    ["61091000", true],
    ["6109100012", true],
    ["010121", true],
    ["970199", true],
    ["61091", false],
    ["6109100", false],
    ["61091000123", false],
    ["000000", false],
    ["770000", false],
    ["980000", false],
    ["990000", false],
    ["61O910", false],
    ["６１０９１０", false],
    ["", false],
  ])("%s: %s", (digits, isCode) => {
    expect(isHsCode(digits)).toBe(isCode);
  });

  test("is read without the dots and spaces of lists", () => {
    expect(hsCodeDigits(" 6109.10.00 12")).toBe("6109100012");
  });
});

describe("a goods item", () => {
  test("lacks what its customer did not state, and never a code", () => {
    expect(missingParts(noGoods)).toEqual(["description", "value"]);
    expect(missingParts({ ...noGoods, description: "Teapot", unitValueMinor: 100 })).toEqual([]);
    expect(missingParts({ ...noGoods, unitValueMinor: 100 })).toEqual(["description"]);
    // Whether there is a battery the customer says, or whoever received the parcel.
    const phone = { description: "Smartphones", unitValueMinor: 100, battery: "unknown" } as const;
    expect(missingParts(phone)).toEqual(["battery"]);
    expect(missingParts(phone, "unknown")).toEqual(["battery"]);
    expect(missingParts(phone, "installed")).toEqual([]);
  });

  test("is signed without its code and weight", () => {
    const item = { ...noGoods, description: "Teapot" };
    expect(isSignedAlike([item], [{ ...item, hsCode: "691200", netGrams: 5 }])).toBe(true);
    expect(isSignedAlike([item], [{ ...item, originCode: "HK" }])).toBe(false);
    expect(isSignedAlike([item], [item, item])).toBe(false);
  });

  test("costs the price of a piece times its pieces", () => {
    expect(itemValueMinor({ quantity: 999, unitValueMinor: 100_000_000_000 })).toBe(
      99_900_000_000_000,
    );
    expect(itemValueMinor({ quantity: 2, unitValueMinor: null })).toBeNull();
  });
});

test.each([
  ["Teapot", 6, "Teapot"],
  ["Blue teapot", 10, "Blue"],
  ["Blue teapot", 4, "Blue"],
  ["Teapots", 3, "Tea"],
  ["🫖🫖", 3, "🫖\uFFFD"],
])("%s in %i characters is %s", (text, maximum, cut) => {
  expect(cutAtWord(text, maximum)).toBe(cut);
});

test("products are numbered in the links to their pages", () => {
  const text = `https://item.taobao.com/item.htm?spm=a1&id=680123456789&skuId=1
    https://detail.1688.com/offer/712345678901.html https://detail.tmall.com/item.htm?id=680123456789
    https://example.com/item.htm?id=999999999999 id=888888888888`;
  expect(merchantProductIds(text)).toEqual(["680123456789", "712345678901"]);
  expect(merchantProductIds("taobao.com/".repeat(20_000))).toEqual([]);
});
