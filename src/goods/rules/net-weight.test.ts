import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sharedNetGrams, tooHeavyItem, type WeighedParcel } from "./net-weight.ts";

const line = (netGrams: number | null, valueMinor: number | null = 100) => ({
  netGrams,
  valueMinor,
});

const cases: readonly (readonly [
  name: string,
  parcels: readonly WeighedParcel[],
  netGrams: number,
  expected: number[][],
])[] = [
  ["one line has all", [{ weightGrams: 500, items: [line(null)] }], 480, [[480]]],
  ["typed weights stay", [{ weightGrams: 500, items: [line(200), line(null)] }], 480, [[200, 280]]],
  [
    "parcels by weight, lines by value, the rest to the largest",
    [
      { weightGrams: 300, items: [line(null, 100), line(null, 200)] },
      { weightGrams: 100, items: [line(null, 5)] },
    ],
    400,
    [[100, 200], [100]],
  ],
  [
    "equally where a value is not known",
    [{ weightGrams: 9, items: [line(null, null), line(null, 900)] }],
    11,
    [[6, 5]],
  ],
  [
    "a gram for each where the typed ones leave nothing",
    [{ weightGrams: 500, items: [line(500), line(null), line(null)] }],
    480,
    [[500, 1, 1]],
  ],
  [
    "parcels that were not weighed count by their lines",
    [
      { weightGrams: null, items: [line(null), line(null)] },
      { weightGrams: null, items: [line(null)] },
    ],
    300,
    [[100, 100], [100]],
  ],
  ["all typed", [{ weightGrams: 50, items: [line(20), line(10)] }], 45, [[20, 10]]],
  ["nothing in it", [{ weightGrams: 50, items: [] }], 45, [[]]],
];

test("Net weights that were left empty are shared out", () => {
  const wrong = cases.flatMap(([name, parcels, netGrams, expected]) => {
    const shared = sharedNetGrams(parcels, netGrams);
    return JSON.stringify(shared) === JSON.stringify(expected) ? [] : [{ name, shared, expected }];
  });
  expect(wrong).toEqual([]);
});

const parcels = fc.array(
  fc.record({
    weightGrams: fc.option(fc.integer({ min: 1, max: 30_000 })),
    items: fc.array(
      fc.record({
        netGrams: fc.option(fc.integer({ min: 1, max: 5000 })),
        valueMinor: fc.option(fc.integer({ min: 1, max: 99_900_000_000 })),
      }),
      { maxLength: 8 },
    ),
  }),
  { minLength: 1, maxLength: 9 },
);

test("Shares add up to what there is, none is below a gram, and typed weights stay", () => {
  fc.assert(
    fc.property(parcels, fc.integer({ min: 1, max: 30_000 }), (box, netGrams) => {
      const shared = sharedNetGrams(box, netGrams).flat();
      const items = box.flatMap((parcel) => parcel.items);
      const typed = items.reduce((sum, item) => sum + (item.netGrams ?? 0), 0);
      const empty = items.filter((item) => item.netGrams === null).length;
      const sum = shared.reduce((total, grams) => total + grams, 0);
      expect(sum).toBe(empty === 0 ? typed : Math.max(netGrams, typed + empty));
      const wrong = items.filter(({ netGrams: typedOne }, at) => {
        const grams = shared[at] ?? 0;
        return typedOne === null ? grams < 1 : grams !== typedOne;
      });
      expect(wrong).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

describe("tooHeavyItem", () => {
  test("names the heaviest line where typed weights do not stay below the packed weight", () => {
    const box = [
      { weightGrams: 300, items: [line(100), line(null)] },
      { weightGrams: 900, items: [line(898)] },
    ];
    expect(tooHeavyItem(box, 1000)).toBeNull();
    expect(tooHeavyItem(box, 999)).toEqual({ parcel: 1, item: 0 });
    expect(tooHeavyItem([{ weightGrams: 1, items: [line(null)] }], 1)).toBeNull();
  });
});
