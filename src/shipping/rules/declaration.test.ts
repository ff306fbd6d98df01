import { describe, expect, test } from "vitest";
import { noGoods, type GoodsItem } from "#goods/rules/goods-item.ts";
import {
  categoryProblem,
  missingGoods,
  signedText,
  usualCategory,
  valuesByCurrency,
  type ShipmentCategory,
} from "./declaration.ts";

const teapots: GoodsItem = {
  ...noGoods,
  description: "Stoneware teapots",
  quantity: 2,
  unitValueMinor: 1250,
  currency: "USD",
};
const socks: GoodsItem = { ...noGoods, description: "Cotton socks" };
const [one, other] = [
  "11111111-1111-4111-8111-111111111111",
  "22222222-2222-4222-8222-222222222222",
];

describe("a declaration", () => {
  test("is complete with a description and value of all goods of every parcel", () => {
    const complete = { inboundParcelId: one, goodsItems: [teapots], battery: "none" } as const;
    expect(missingGoods([complete])).toEqual([]);
    expect(
      missingGoods([
        complete,
        {
          inboundParcelId: other,
          goodsItems: [teapots, socks, { ...teapots, description: "" }],
          battery: null,
        },
        { inboundParcelId: "empty", goodsItems: [], battery: null },
      ]),
    ).toEqual([
      { inboundParcelId: other, index: 1, parts: ["value"] },
      { inboundParcelId: other, index: 2, parts: ["description"] },
      { inboundParcelId: "empty", index: null, parts: ["description", "value"] },
    ]);
  });

  test("has a sum in each currency", () => {
    const inYuan: GoodsItem = { ...teapots, quantity: 3, unitValueMinor: 100, currency: "CNY" };
    expect(valuesByCurrency([teapots, inYuan, socks, teapots])).toEqual([
      { currency: "USD", valueMinor: 5000 },
      { currency: "CNY", valueMinor: 300 },
    ]);
    expect(valuesByCurrency([])).toEqual([]);
  });

  test("is signed with description, quantity, value, origin and category, not with codes and weights", () => {
    const signed = (item: GoodsItem, category = usualCategory) =>
      signedText(category, [
        { inboundParcelId: one, goodsItems: [item], battery: null },
        { inboundParcelId: other, goodsItems: [socks], battery: null },
      ]);
    const text = signed(teapots);
    const changes: readonly Partial<GoodsItem>[] = [
      { description: "Clay teapots" },
      { quantity: 3 },
      { unitValueMinor: 1251 },
      { currency: "EUR" },
      { originCode: "HK" },
    ];
    expect(changes.filter((change) => signed({ ...teapots, ...change }) === text)).toEqual([]);
    expect(signed({ ...teapots, hsCode: "691200", hsCodeSource: "staff", netGrams: 3 })).toBe(text);
    expect(signed(teapots, { ...usualCategory, category: "sample" })).not.toBe(text);
    const turned = [
      { inboundParcelId: other, goodsItems: [socks], battery: null },
      { inboundParcelId: one, goodsItems: [teapots], battery: null },
    ];
    expect(signedText(usualCategory, turned)).toBe(text);
  });
});

test.each<[ShipmentCategory, string, { shop?: string; orderReference?: string }, string | null]>([
  ["sale", "", { shop: "Taobao", orderReference: "42" }, null],
  ["gift", "My aunt", {}, null],
  ["gift", "", {}, "text_missing"],
  ["gift", "My aunt", { shop: "Taobao" }, "bought"],
  ["gift", "My aunt", { orderReference: "42" }, "bought"],
  ["other", "", {}, "text_missing"],
  ["other", "Lost property", { shop: "Taobao" }, null],
  ["documents", "", {}, null],
])("the category %s with %j of parcels with %j: %s", (category, categoryText, bought, problem) => {
  const parcels = [
    { shop: "", orderReference: "" },
    { shop: "", orderReference: "", ...bought },
  ];
  expect(categoryProblem({ ...usualCategory, category, categoryText }, parcels)).toBe(problem);
});
