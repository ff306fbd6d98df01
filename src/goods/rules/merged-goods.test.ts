import fc from "fast-check";
import { expect, test } from "vitest";
import { isLongRun } from "#test/long-run.ts";
import { noGoods } from "./goods-item.ts";
import { countLinesOnPaper, mergedInData, mergedOnPaper, type PaperGoods } from "./merged-goods.ts";

const shirt: PaperGoods = {
  description: "Cotton T-shirts",
  quantity: 1,
  hsCode: "610910",
  originCode: "CN",
  netGrams: 150,
  valueMinor: 1099,
  currency: "USD",
  merchantProductId: "",
  manufacturerProductId: "",
  standardProductId: "",
};

test("Lines are one only where code, description and origin are equal", () => {
  const lines = [
    shirt,
    { ...shirt, quantity: 2, netGrams: 301, valueMinor: 2 },
    { ...shirt, originCode: "VN" as const },
    { ...shirt, hsCode: "6109100012" },
    { ...shirt, description: "Cotton t-shirts" },
    { ...shirt, merchantProductId: "A1" },
  ];
  const paper = mergedOnPaper(lines);
  expect(paper).toHaveLength(4);
  expect(paper).toContainEqual({ ...shirt, quantity: 4, netGrams: 601, valueMinor: 2200 });
  expect(mergedInData(lines)).toHaveLength(5);
});

test("Lines on a paper are counted as if all had one currency", () => {
  const goods = { ...noGoods, description: "Mugs", unitValueMinor: 1099, currency: "USD" } as const;
  const equal = [goods, { ...goods, unitValueMinor: 90, currency: "CNY" as const }];
  expect(countLinesOnPaper(equal)).toBe(1);
  expect(countLinesOnPaper([...equal, { ...goods, hsCode: "691200" }])).toBe(2);
  expect(countLinesOnPaper([])).toBe(0);
});

const line = fc.record({
  description: fc.constantFrom("Cotton T-shirts", "Cotton socks", "Mugs"),
  quantity: fc.integer({ min: 1, max: 999 }),
  hsCode: fc.constantFrom("610910", "691200", null),
  originCode: fc.constantFrom("CN" as const, "VN" as const),
  netGrams: fc.integer({ min: 1, max: 30_000 }),
  valueMinor: fc.option(fc.integer({ min: 1, max: 1_000_000_000 }), { freq: 9 }),
  currency: fc.constant("USD"),
  merchantProductId: fc.constantFrom("", "A1", "B2"),
  manufacturerProductId: fc.constantFrom("", "M"),
  standardProductId: fc.constant(""),
});

const sum = (lines: readonly PaperGoods[], part: "quantity" | "netGrams" | "valueMinor") =>
  lines.reduce((total, one) => total + (one[part] ?? 0), 0);

test("Sums stay to the gram and the cent, and the order does not matter", () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
      for (const merge of [mergedOnPaper, mergedInData]) {
        const merged = merge(lines);
        for (const part of ["quantity", "netGrams", "valueMinor"] as const) {
          expect(sum(merged, part)).toBe(sum(lines, part));
        }
        expect(merge(lines.toReversed())).toEqual(merged);
        expect(merge(merged)).toEqual(merged);
      }
    }),
    { numRuns: isLongRun ? 10_000 : 200 },
  );
});
