import { expect, test } from "vitest";
import { noGoods } from "#goods/rules/goods-item.ts";
import { customsFormOf, hasTooManyLines, lackingLines, outgrowsPaper } from "./customs-paper.ts";

const small = {
  customs: { form: "auto", linesOnLabel: 4 },
  valueCents: 30_000,
  usdPerSdr: "1.000000",
  packedGrams: 2000,
  linesCount: 4,
  trackingNumber: "LB123456785HK",
} as const;

const boundaries: readonly (readonly [
  string,
  Partial<Parameters<typeof customsFormOf>[0]>,
  "cn22" | "cn23" | "invoice",
])[] = [
  ["300.00 SDR, 2,000 g and four lines", {}, "cn22"],
  ["300.01 SDR", { valueCents: 30_001 }, "cn23"],
  ["US$420.00 at 1.40", { valueCents: 42_000, usdPerSdr: "1.40" }, "cn22"],
  ["US$420.01 at 1.40", { valueCents: 42_001, usdPerSdr: "1.400000" }, "cn23"],
  ["2,001 g", { packedGrams: 2001 }, "cn23"],
  ["five lines", { linesCount: 5 }, "cn23"],
  ["room for one line", { customs: { form: "auto", linesOnLabel: 1 } }, "cn23"],
  [
    "one line with room for one",
    { customs: { form: "auto", linesOnLabel: 1 }, linesCount: 1 },
    "cn22",
  ],
  ["a parcel's number", { trackingNumber: "CP123456785HK" }, "cn23"],
  ["the number of EMS", { trackingNumber: "EA123456785HK" }, "cn23"],
  ["a registered number", { trackingNumber: "RB123456785HK" }, "cn22"],
  ["a value that is not known", { valueCents: null }, "cn23"],
  ["a service with an invoice", { customs: { form: "invoice", linesOnLabel: 4 } }, "invoice"],
  [
    "a service with CN22, whatever it is worth",
    { customs: { form: "cn22", linesOnLabel: 1 }, valueCents: 99_999 },
    "cn22",
  ],
  ["a service with CN23", { customs: { form: "cn23", linesOnLabel: 4 } }, "cn23"],
];

test("The form follows from value, weight, lines and number", () => {
  const wrong = boundaries.flatMap(([name, facts, expected]) => {
    const form = customsFormOf({ ...small, ...facts });
    return form === expected ? [] : [{ name, form, expected }];
  });
  expect(wrong).toEqual([]);
});

test("A line lacks its code below the digits that are asked, and identifiers where they are", () => {
  const shirts = { ...noGoods, description: "Cotton T-shirts", hsCode: "610910" };
  const mugs = { ...noGoods, descriptionOriginal: "杯" };
  const six = { hsDigits: 6, needsIdentifiers: false };
  expect(lackingLines([shirts, mugs], six)).toEqual([{ description: "杯", lacks: "code" }]);
  expect(lackingLines([shirts], { ...six, hsDigits: 10 })).toEqual([
    { description: "Cotton T-shirts", lacks: "code" },
  ]);
  const whole = { ...shirts, hsCode: "6109100012" };
  expect(lackingLines([whole], { ...six, hsDigits: 10 })).toEqual([]);
  const asked = { ...six, needsIdentifiers: true };
  expect(lackingLines([shirts], asked)).toEqual([
    { description: "Cotton T-shirts", lacks: "identifiers" },
  ]);
  const identified = { ...shirts, merchantProductId: "6543210", standardProductId: "400123" };
  expect(lackingLines([identified], asked)).toEqual([]);
});

test("A paper has 200 lines, in which equal goods are one, and what is over becomes less step by step", () => {
  const goods = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ ...noGoods, description: `Teapots no. ${at}` }));
  expect([200, 201].map((count) => hasTooManyLines(goods(count)))).toEqual([false, true]);
  const twice = [...goods(200), ...goods(40)];
  expect(hasTooManyLines(twice)).toBe(false);
  const elsewhere = { ...noGoods, description: "Teapots no. 0", originCode: "VN" } as const;
  expect(hasTooManyLines([...twice, elsewhere])).toBe(true);
  expect(outgrowsPaper(goods(199), goods(201))).toBe(true);
  expect(outgrowsPaper(goods(201), goods(201))).toBe(false);
  expect(outgrowsPaper(goods(220), goods(210))).toBe(false);
  expect(outgrowsPaper(goods(10), goods(200))).toBe(false);
});
