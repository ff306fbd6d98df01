import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyPricedService, testService } from "#test/priced-services.ts";
import {
  estimatePackage,
  estimateService,
  type BoxSize,
  type MeasuredParcel,
} from "./package-estimate.ts";

const boxes: readonly BoxSize[] = [
  { id: "L", innerMm: [600, 400, 400], emptyGrams: 900 },
  { id: "S", innerMm: [300, 200, 100], emptyGrams: 150 },
  { id: "M", innerMm: [400, 300, 250], emptyGrams: 400 },
];

function parcel(
  weightGrams: number | null,
  sidesMm: MeasuredParcel["sidesMm"],
  losesPackaging = false,
): MeasuredParcel {
  return { weightGrams, sidesMm, losesPackaging };
}

describe("a package's span", () => {
  test("is from the parcels in the smallest box to that with filling and the box's weight", () => {
    // 12 and 12 litres; with 10 % they need more than the 30 litres of M only with a third one.
    const twelve = parcel(1000, [300, 200, 200]);
    expect(estimatePackage([twelve, twelve], boxes)).toEqual({
      low: { weightGrams: 2000, sidesMm: [400, 300, 250] },
      high: { weightGrams: 2400, sidesMm: [400, 300, 250] },
      boxId: "M",
      unmeasured: 0,
    });
    const six = parcel(500, [300, 200, 90]);
    expect(estimatePackage([twelve, twelve, six], boxes)).toMatchObject({
      low: { weightGrams: 2500, sidesMm: [400, 300, 250] },
      high: { weightGrams: 3400, sidesMm: [600, 400, 400] },
      boxId: "L",
    });
  });

  test("counts 60 % of the volume of what loses its packaging, which then fits by volume alone", () => {
    // 9.6 litres, of which 5.76 remain and 6.336 with filling.
    const shoes = [600, 160, 100] as const;
    expect(estimatePackage([parcel(800, shoes, true)], boxes)).toMatchObject({
      low: { weightGrams: 800, sidesMm: [300, 200, 100] },
      boxId: "M",
    });
    expect(estimatePackage([parcel(800, shoes)], boxes)).toMatchObject({
      low: { sidesMm: shoes },
      boxId: "L",
    });
  });

  test("is made to measure where no box holds it, and leaves out what was not measured", () => {
    const long = parcel(3000, [1200, 100, 100]);
    expect(estimatePackage([long, parcel(null, null), parcel(500, null)], boxes)).toEqual({
      low: { weightGrams: 3000, sidesMm: [1200, 100, 100] },
      high: { weightGrams: 3000, sidesMm: [1200, 105, 105] },
      boxId: null,
      unmeasured: 2,
    });
    expect(estimatePackage([parcel(null, [1, 1, 1])], boxes)).toBeNull();
    expect(estimatePackage([], boxes)).toBeNull();
  });
});

const request = {
  countryCode: "US",
  postalCode: null,
  day: "2026-11-23",
  standsIn: "HK",
  keptLegs: 0,
  batteries: [],
  goods: [],
  isAddressComplete: true,
} as const;
const facts = { services: [], lanes: [], goodsRules: [], rates: null, prepaidDuty: [] };

test("a service says what surely closes it, and what may", () => {
  const span = {
    low: { weightGrams: 900, sidesMm: [300, 300, 300] },
    high: { weightGrams: 1100, sidesMm: [400, 300, 300] },
  } as const;
  const one = testService({ currency: "USD", maximumGrams: 1000, maximumSideMm: 250 });
  expect(estimateService(one, request, span, facts)).toMatchObject({
    usdCents: { from: 1801, to: 2134 },
    reasons: [{ kind: "too_long", maximumMm: 250 }],
    possibleReasons: [{ kind: "too_heavy", maximumGrams: 1000 }],
  });
  const inSgd = testService({ currency: "SGD" });
  expect(estimateService(inSgd, request, span, facts).usdCents).toBeNull();
});

test("the span's price ends are in order, and they hold the parcels", () => {
  const side = fc.integer({ min: 10, max: 900 });
  const anyParcel = fc
    .tuple(fc.integer({ min: 1, max: 9000 }), fc.tuple(side, side, side), fc.boolean())
    .map((facts_) => parcel(...facts_));
  fc.assert(
    fc.property(
      anyPricedService,
      fc.array(anyParcel, { minLength: 1, maxLength: 8 }),
      (service, parcels) => {
        const span = estimatePackage(parcels, boxes);
        if (span === null) throw new Error("They were measured.");
        for (const { sidesMm } of [span.low, span.high]) {
          expect(sidesMm?.every((mm) => Number.isSafeInteger(mm) && mm >= 1)).toBe(true);
        }
        const { usdCents } = estimateService(service, request, span, facts);
        expect(usdCents?.from).toBeLessThanOrEqual(usdCents?.to ?? -1);
        const volume = (sidesMm: readonly number[] | null) =>
          (sidesMm ?? []).reduce((product, mm) => product * mm, 1);
        const contents = parcels.reduce(
          (sum, { sidesMm, losesPackaging }) => sum + volume(sidesMm) * (losesPackaging ? 0.6 : 1),
          0,
        );
        expect(volume(span.high.sidesMm) / contents).toBeGreaterThan(1.0999);
      },
    ),
  );
});
