import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fitsInBox, netWeights, shareGrams } from "./net-weight.ts";

const sum = (grams: readonly number[]) => grams.reduce((all, one) => all + one, 0);

describe("a shared weight", () => {
  test("follows the sizes, and the rest goes to the largest", () => {
    const shares = [1, 1, 3].map((size) => ({ size, minimumGrams: 1 }));
    expect(shareGrams(100, shares)).toEqual([20, 20, 60]);
    expect(shareGrams(101, shares)).toEqual([20, 20, 61]);
  });

  test("is alike where no size is known", () => {
    expect(
      shareGrams(7, [
        { size: 0, minimumGrams: 1 },
        { size: 0, minimumGrams: 1 },
      ]),
    ).toEqual([4, 3]);
  });

  test("is not less than the minimums", () => {
    expect(
      shareGrams(2, [
        { size: 99, minimumGrams: 1 },
        { size: 1, minimumGrams: 1 },
      ]),
    ).toEqual([1, 1]);
    expect(
      shareGrams(1, [
        { size: 99, minimumGrams: 1 },
        { size: 1, minimumGrams: 1 },
      ]),
    ).toBeNull();
    expect(shareGrams(5, [])).toBeNull();
  });

  const size = fc.integer({ min: 0, max: 1_000_000_000_000 });
  const boxes = fc.record({
    sizes: fc.array(size, { minLength: 1, maxLength: 200 }),
    extraGrams: fc.integer({ min: 0, max: 30_000 }),
  });

  test("loses and adds no gram, gives each at least one, and does not depend on the order", () => {
    fc.assert(
      fc.property(boxes, ({ sizes, extraGrams }) => {
        const shares = sizes.map((one) => ({ size: one, minimumGrams: 1 }));
        const total = sizes.length + extraGrams;
        const grams = shareGrams(total, shares) ?? [];
        expect(sum(grams)).toBe(total);
        expect(Math.min(...grams)).toBeGreaterThanOrEqual(1);
        const reversed = shareGrams(total, shares.toReversed()) ?? [];
        const pairs = (of: readonly number[], weights: readonly number[]) =>
          of.map((one, at) => `${one} ${weights[at]}`).toSorted();
        expect(pairs(sizes.toReversed(), reversed)).toEqual(pairs(sizes, grams));
      }),
      { numRuns: 10_000 },
    );
  });
});

describe("net weights", () => {
  test("follow the parcels' weights, and in them the values", () => {
    const parcels = [
      {
        weightGrams: 300,
        items: [
          { netGrams: null, valueMinor: 100 },
          { netGrams: null, valueMinor: 200 },
        ],
      },
      { weightGrams: 700, items: [{ netGrams: null, valueMinor: null }] },
    ];
    expect(netWeights(1_003, parcels)).toEqual([[101, 201], [701]]);
  });

  test("that are stated stay, and the others share the rest", () => {
    const parcels = [
      {
        weightGrams: 500,
        items: [
          { netGrams: 120, valueMinor: 1 },
          { netGrams: null, valueMinor: 1 },
        ],
      },
      { weightGrams: 500, items: [{ netGrams: 80, valueMinor: 1 }] },
    ];
    expect(netWeights(900, parcels)).toEqual([[120, 700], [80]]);
    expect(netWeights(200, parcels)).toBeNull();
  });

  test("that are all stated are as they are", () => {
    const parcels = [{ weightGrams: 500, items: [{ netGrams: 120, valueMinor: 1 }] }];
    expect(netWeights(900, parcels)).toEqual([[120]]);
    expect(netWeights(50, parcels)).toEqual([[120]]);
  });

  const item = fc.record({
    netGrams: fc.option(fc.integer({ min: 1, max: 500 }), { nil: null }),
    valueMinor: fc.option(fc.integer({ min: 1, max: 100_000_000_000 }), { nil: null }),
  });
  const parcel = fc.record({
    weightGrams: fc.integer({ min: 1, max: 30_000 }),
    items: fc.array(item, { maxLength: 12 }),
  });

  test("of a box sum up to its contents, whatever is stated", () => {
    fc.assert(
      fc.property(
        fc.array(parcel, { minLength: 1, maxLength: 9 }),
        fc.integer({ min: 0, max: 30_000 }),
        (parcels, extraGrams) => {
          const items = parcels.flatMap((one) => one.items);
          const least = sum(items.map(({ netGrams }) => netGrams ?? 1));
          const weights = netWeights(least + extraGrams, parcels);
          const isOpen = items.some(({ netGrams }) => netGrams === null);
          expect(sum((weights ?? []).flat())).toBe(isOpen ? least + extraGrams : least);
          expect(weights?.map(({ length }) => length)).toEqual(
            parcels.map((one) => one.items.length),
          );
          expect(isOpen ? netWeights(least - 1, parcels) : null).toBeNull();
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

test("stated weights stay below what the packed box weighs, with a gram for each other item", () => {
  const items = [{ netGrams: 98 }, { netGrams: null }];
  expect(fitsInBox(items, 100)).toBe(true);
  expect(fitsInBox(items, 99)).toBe(false);
});
