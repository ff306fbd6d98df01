import fc from "fast-check";
import { expect, test } from "vitest";
import { recomputeQuote } from "#catalogue/rules/quote-breakdown.ts";
import {
  cappedCents,
  chargeLines,
  cheaperLines,
  exactHolds,
  overWeightSteps,
  quoteSums,
  subjectIn,
  type PackageCharges,
} from "./ship-quote.ts";

const shipRequestId = "00000000-0000-4000-8000-000000000001";

const charges: PackageCharges = {
  box: { names: { en: "Small", "zh-Hant-HK": "小號", "zh-Hans": "小号" }, priceCents: 30 },
  overWeight: { steps: 2, stepCents: 150 },
  extraServices: [
    { code: "detail_photo", quantity: 3, unitCents: 25 },
    { code: "bubble_wrap", quantity: 1, unitCents: 0 },
  ],
  storage: [
    { inboundParcelId: "a", days: 31, dayCents: 20, capCents: 2000 },
    { inboundParcelId: "b", days: 200, dayCents: 20, capCents: 2000 },
    { inboundParcelId: "c", days: 0, dayCents: 20, capCents: 2000 },
  ],
};

test("charges are lines that recompute, summed by what they are charged as", () => {
  const lines = chargeLines(charges);
  expect(lines.map(({ subject, amountCents }) => [subject, amountCents])).toEqual([
    ["box:Small", 30],
    ["over_weight", 300],
    ["extra_service:detail_photo", 75],
    ["extra_service:bubble_wrap", 0],
    [null, 620 + 2000],
  ]);
  const box = { subject: "box:Small" };
  expect([...lines, box].map((line) => subjectIn(line, "zh-Hant-HK"))).toEqual([
    "box:小號",
    ...lines.slice(1).map(({ subject }) => subject),
    // An older quote keeps the name that it was made with.
    "box:Small",
  ]);
  expect(recomputeQuote(lines, null).totalCents).toBe(3025);
  const sums = quoteSums(lines);
  expect(sums).toEqual({
    freightCents: 0,
    storageCents: 2620,
    serviceCents: 330,
    extraServiceCents: 75,
    totalCents: 3025,
  });
  expect(cappedCents(sums)).toBe(2950);
});

test("holds pay everything but extra services, under a key for each round, and nothing that is free", () => {
  const amount = fc.integer({ min: 0, max: 1_000_000 });
  const sums = fc.record({ freight: amount, storage: amount, service: amount, extra: amount });
  fc.assert(
    fc.property(sums, fc.integer({ min: 1, max: 9 }), ({ freight, storage, service, extra }, n) => {
      const holds = exactHolds(
        {
          freightCents: freight,
          storageCents: storage,
          serviceCents: service,
          extraServiceCents: extra,
          totalCents: freight + storage + service + extra,
        },
        shipRequestId,
        n,
      );
      const total = holds.reduce((sum, { amountCents }) => sum + amountCents, 0);
      expect(total).toBe(freight + storage + service);
      expect(holds.every(({ amountCents }) => amountCents > 0)).toBe(true);
      expect(new Set(holds.map(({ key }) => key)).size).toBe(holds.length);
      expect(holds.every(({ key }) => key.endsWith(`:${shipRequestId}:${n}`))).toBe(true);
    }),
  );
});

test("a fee is due for each started 500 g above the limit", () => {
  expect([2000, 2001, 2500, 2501].map((grams) => overWeightSteps(grams, 2000))).toEqual([
    0, 1, 1, 2,
  ]);
  expect(overWeightSteps(90_000, null)).toBe(0);
});

test("G49: a quote becomes cheaper by its storage and its fee for weight, and never dearer", () => {
  const lines = chargeLines(charges);
  const totalOf = (later: Partial<PackageCharges>) =>
    quoteSums(cheaperLines(lines, { ...charges, ...later })).totalCents;
  const dearer = { steps: 3, stepCents: 150 };
  expect(totalOf({ storage: [], overWeight: null })).toBe(30 + 75);
  expect(totalOf({ storage: [], overWeight: dearer })).toBe(30 + 300 + 75);
  expect(totalOf({ overWeight: { steps: 1, stepCents: 150 } })).toBe(3025 - 150);
  const stored = { inboundParcelId: "a", days: 300, dayCents: 40, capCents: 9000 };
  expect(totalOf({ storage: [stored], overWeight: dearer })).toBe(3025);
  // What the box and extra services cost by now does not matter.
  expect(totalOf({ box: null, extraServices: [] })).toBe(3025);
  expect(cheaperLines(lines, charges)).toEqual(lines);
});
