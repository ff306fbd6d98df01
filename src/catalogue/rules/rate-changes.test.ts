import fc from "fast-check";
import { expect, test } from "vitest";
import { changedRates, countriesLeftOut, mostNamedChanges, withRatesTo } from "./rate-changes.ts";
import { amountOfWorking, bandWorking } from "./service-price.ts";
import type { RateTable } from "./shipping-service.ts";

test("what changes is compared at every edge, also of countries that come or go", () => {
  const before = [
    { countries: ["US"] as const, bands: [{ upToGrams: 500, priceCents: 100 }], step: null },
  ];
  const after = [
    {
      countries: ["US", "CA"] as const,
      bands: [{ upToGrams: 500, priceCents: 100 }],
      step: { grams: 500, priceCents: 50 },
    },
  ];
  const texts = changedRates("x", before, after).first.map(
    ({ countries, weightGrams, beforeCents, afterCents }) =>
      `${countries.join("+")} ${weightGrams}: ${beforeCents} → ${afterCents}`,
  );
  expect(texts).toEqual([
    "US 501: null → 150",
    "US 1000: null → 150",
    "CA 500: null → 100",
    "CA 1000: null → 150",
  ]);
  const both = [
    {
      countries: ["US", "CA"] as const,
      bands: [{ upToGrams: 500, priceCents: 100 }],
      step: null,
    },
  ];
  expect(changedRates("x", both, after)).toMatchObject({
    first: [{ countries: ["US", "CA"], weightGrams: 501 }, { weightGrams: 1000 }],
    count: 4,
  });
  expect(changedRates("x", before, before)).toEqual({ first: [], count: 0 });
  expect(changedRates("x", before, after).count).toBe(4);
});

const anyTable = fc
  .record({
    edges: fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 12 }),
    prices: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 12, maxLength: 12 }),
    step: fc.option(
      fc.record({
        grams: fc.integer({ min: 1, max: 9 }),
        priceCents: fc.integer({ min: 0, max: 2 }),
      }),
    ),
  })
  .map(({ edges, prices, step }): RateTable => ({
    countries: ["US"],
    bands: edges
      .toSorted((one, other) => one - other)
      .map((upToGrams, place) => ({ upToGrams, priceCents: prices[place] ?? 1 })),
    step,
  }));

test("every edge of both tables at which the price differs is counted, and the first ones are named", () => {
  fc.assert(
    fc.property(anyTable, anyTable, (before, after) => {
      const edges = [before, after].flatMap(({ bands, step }) => {
        const weights = bands.map(({ upToGrams }) => upToGrams);
        return [...weights, (weights.at(-1) ?? 0) + (step?.grams ?? 1)];
      });
      const cents = (table: RateTable, grams: number) => {
        const working = bandWorking(table, grams);
        return working === null ? null : amountOfWorking(working);
      };
      const expected = [...new Set(edges)]
        .toSorted((one, other) => one - other)
        .filter((grams) => cents(before, grams) !== cents(after, grams));
      const { first, count } = changedRates("x", [before], [after]);
      expect(first.map(({ weightGrams }) => weightGrams)).toEqual(expected);
      expect(count).toBe(expected.length);
    }),
  );
});

test("no more than the first changes are named", () => {
  const bands = Array.from({ length: 3 * mostNamedChanges }, (_, index) => ({
    upToGrams: index + 1,
    priceCents: 100,
  }));
  const after: RateTable[] = [{ countries: ["US", "CA"], bands, step: null }];
  const { first, count } = changedRates("x", [], after);
  expect([first.length, count]).toEqual([mostNamedChanges, 6 * mostNamedChanges]);
});

test("rates to some countries replace those to the same countries alone", () => {
  const table = (countries: RateTable["countries"], priceCents: number): RateTable => ({
    countries,
    bands: [{ upToGrams: 500, priceCents }],
    step: null,
  });
  const before = [table(["US", "CA"], 100), table(["SG"], 200), table(["DE"], 300)];
  const replaced = [table(["CA", "SG"], 90), table(["JP"], 80)];
  const after = withRatesTo(before, replaced);
  expect(after).toEqual([table(["US"], 100), table(["DE"], 300), ...replaced]);
  expect(countriesLeftOut(before, after)).toEqual([]);
  expect(countriesLeftOut(before, replaced)).toEqual(["US", "DE"]);
});
