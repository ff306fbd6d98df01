import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isLongRun } from "#test/long-run.ts";
import { anyPricedService, testRates, testService, testSurcharge } from "#test/priced-services.ts";
import { acceptedGoodsRules, acceptedServices } from "#test/seeded-services.ts";
import { chargeableWeight, girthMm, type SidesMm } from "./chargeable-weight.ts";
import type { EuroRates } from "./exchange-rate.ts";
import { estimateServices } from "#goods/rules/package-estimate.ts";
import { compareService, type ComparisonRequest } from "./service-comparison.ts";
import { amountOfWorking, divideHalfUp, priceService } from "./service-price.ts";
import type { ShippingService, Surcharge } from "./shipping-service.ts";

const table = testRates;
const service = testService;
const surcharge = testSurcharge;

const request: ComparisonRequest = {
  piece: { weightGrams: 1000, sidesMm: [400, 300, 250] },
  countryCode: "US",
  postalCode: null,
  day: "2026-11-23",
  standsIn: "HK",
  keptLegs: 0,
  batteries: [],
  goods: [],
  isAddressComplete: true,
};
const rates: EuroRates = {
  HKD: "8",
  SGD: "1.5",
  AUD: "1.6",
  GBP: "0.8",
  CAD: "1.5",
  CNY: "8",
  USD: "1.1",
};

describe("the chargeable weight", () => {
  const rule = {
    divisor: null,
    roundsSidesUp: false,
    volumetricFromSideMm: null,
    roundingGrams: 1,
    minimumGrams: 1,
  };
  const box: SidesMm = [400, 300, 250];
  test.each([
    ["5000", { divisor: 5000 }, 1000, box, 6000, "volumetric"],
    ["6000", { divisor: 6000 }, 1000, box, 5000, "volumetric"],
    ["none", {}, 1000, box, 1000, "actual"],
    ["5000, heavier", { divisor: 5000 }, 6001, box, 6001, "actual"],
    ["5000, not measured", { divisor: 5000 }, 1000, null, 1000, "actual"],
    [
      "5000, sides rounded up",
      { divisor: 5000, roundsSidesUp: true },
      1,
      [391, 291, 241],
      6000,
      "volumetric",
    ],
    ["5000, exact sides", { divisor: 5000 }, 1, [391, 291, 241], 5485, "volumetric"],
    [
      "a side that reaches it",
      { divisor: 5000, volumetricFromSideMm: 400 },
      1,
      box,
      6000,
      "volumetric",
    ],
    ["no side that reaches it", { divisor: 5000, volumetricFromSideMm: 401 }, 1, box, 1, "actual"],
    ["a minimum", { minimumGrams: 2000 }, 1999, null, 2000, "minimum"],
    ["a step", { roundingGrams: 500 }, 1001, null, 1500, "actual"],
    ["a step that it is on", { roundingGrams: 500 }, 1000, null, 1000, "actual"],
  ] as const)("with %s", (_name, changes, weightGrams, sidesMm, chargeableGrams, decidedBy) => {
    const weight = chargeableWeight({ weightGrams, sidesMm }, { ...rule, ...changes });
    expect(weight).toMatchObject({ chargeableGrams, decidedBy });
  });

  test("is refused for what is not a piece", () => {
    for (const weightGrams of [Number.NaN, 0, -1, 0.5, 1e9, Infinity]) {
      expect(() => chargeableWeight({ weightGrams, sidesMm: null }, rule)).toThrow(RangeError);
      expect(() =>
        chargeableWeight({ weightGrams: 1, sidesMm: [1, weightGrams, 1] }, rule),
      ).toThrow(RangeError);
    }
  });

  test("girth is the longest side and twice the others", () => {
    expect(girthMm([250, 400, 300])).toBe(1500);
  });
});

describe("surcharges", () => {
  function lines(surcharges: readonly Surcharge[], changes: Partial<ComparisonRequest> = {}) {
    const price = priceService(service({ surcharges }), { ...request, ...changes }, []);
    return price?.lines.map(({ kind, amountCents }) => `${kind} ${amountCents}`);
  }

  test("are added in their order, fuel on the sum before it", () => {
    const fuel = surcharge("fuel_percent", 1050);
    expect(lines([surcharge("fixed", 100), fuel, surcharge("per_kg", 50)])).toEqual([
      "freight 1801",
      "fixed 100",
      // 10.5 % of 19.01 is 1.99605, rounded once.
      "fuel_percent 200",
      "per_kg 50",
    ]);
    expect(lines([fuel, surcharge("fixed", 100)])?.[1]).toBe("fuel_percent 189");
  });

  test("count from their day and where their condition is met, to the edge", () => {
    const of = (condition: Surcharge["condition"]) => [surcharge("oversize", 9, { condition })];
    const kinds = (condition: Surcharge["condition"], changes: Partial<ComparisonRequest> = {}) =>
      lines(of(condition), changes)?.length;
    expect(lines([surcharge("fixed", 9, { validFrom: "2026-11-24" })])).toHaveLength(1);
    expect(lines([surcharge("fixed", 9, { validFrom: "2026-11-23" })])).toHaveLength(2);
    expect([kinds({ sideFromMm: 400 }), kinds({ sideFromMm: 401 })]).toEqual([2, 1]);
    expect([kinds({ girthFromMm: 1500 }), kinds({ girthFromMm: 1501 })]).toEqual([2, 1]);
    expect([kinds({ weightFromGrams: 1000 }), kinds({ weightFromGrams: 1001 })]).toEqual([2, 1]);
    expect([kinds({ countries: ["US"] }), kinds({ countries: ["CA"] })]).toEqual([2, 1]);
    expect(kinds({ postalPrefixes: ["996"] }, { postalCode: "99 6-01" })).toBe(2);
    expect(kinds({ postalPrefixes: ["996"] })).toBe(1);
  });

  test("halves are rounded up", () => {
    expect([divideHalfUp(5, 10), divideHalfUp(4, 10), divideHalfUp(25, 10)]).toEqual([1, 0, 3]);
  });
});

test("a band holds its edge, steps are started ones, and without steps the bands are all", () => {
  const total = (weightGrams: number, step = table.step) =>
    priceService(
      service({ rates: [{ ...table, step }] }),
      { ...request, piece: { weightGrams, sidesMm: null } },
      [],
    )?.totalCents;
  expect([1, 500, 501, 1000, 1001, 1500, 1501].map((grams) => total(grams))).toEqual([
    1000, 1000, 1801, 1801, 2134, 2134, 2467,
  ]);
  expect([total(1000, null), total(1001, null)]).toEqual([1801, undefined]);
});

test("a line in another currency is rounded up to the cent of US dollars once", () => {
  const inSgd = service({ currency: "SGD", surcharges: [surcharge("fixed", 1)] });
  const facts = { services: [], lanes: [], goodsRules: [], rates, prepaidDuty: [] };
  // 1801 × 1.1 / 1.5 is 1320.7…, and 1 × 1.1 / 1.5 is 0.7….
  expect(compareService(inSgd, request, facts).usdCents).toBe(1322);
  const without = compareService(inSgd, request, { ...facts, rates: null });
  expect(without).toMatchObject({ usdCents: null, reasons: [{ kind: "exchange_rate_missing" }] });
});

describe("a closed service", () => {
  test("names every reason", () => {
    const strict = service({
      maximumSideMm: 1500,
      maximumGirthMm: 2000,
    });
    const goodsRules = acceptedGoodsRules;
    const lane = {
      carrierId: "hk-post",
      service: null,
      destinationCode: "US",
      reason: "Tariffs",
      suspendedOn: "2025-04-27",
      confidence: "announced",
    } as const;
    const { reasons, price } = compareService(
      strict,
      {
        ...request,
        piece: { weightGrams: 31_000, sidesMm: [300, 1600, 200] },
        batteries: ["loose", "none"],
        goods: ["aerosol", "food"],
        keptLegs: 3,
        isAddressComplete: false,
      },
      { services: [strict], lanes: [lane], goodsRules, rates, prepaidDuty: ["US"] },
    );
    expect(reasons).toEqual([
      { kind: "too_heavy", maximumGrams: 30_000 },
      { kind: "too_long", maximumMm: 1500 },
      { kind: "girth_too_large", maximumMm: 2000 },
      expect.objectContaining({ kind: "goods_rule", flag: "aerosol", needsProof: false }),
      expect.objectContaining({ kind: "goods_rule", flag: "battery_loose" }),
      {
        kind: "lane_suspended",
        suspendedOn: "2025-04-27",
        reason: "Tariffs",
        destinationCode: "US",
      },
      { kind: "prepaid_duty_missing" },
      { kind: "address_incomplete" },
      { kind: "too_many_legs" },
    ]);
    expect(price).not.toBeNull();
    const later = { ...lane, suspendedOn: "2026-11-24" };
    const facts = { services: [], lanes: [later], goodsRules, rates, prepaidDuty: [] };
    expect(compareService(strict, { ...request }, facts).reasons).toEqual([]);
  });

  test("says why it has no price", () => {
    const kinds = (countryCode: "HK" | "JP" | "US", changes: Partial<ShippingService> = {}) =>
      compareService(
        service(changes),
        { ...request, countryCode },
        { services: [], lanes: [], goodsRules: [], rates, prepaidDuty: [] },
      ).reasons.map(({ kind }) => kind);
    expect(kinds("HK")).toEqual(["own_country"]);
    expect(kinds("JP")).toEqual(["country_not_served"]);
    expect(kinds("US", { countries: ["CA"] })).toEqual(["country_not_served"]);
    const light = [{ ...table, bands: table.bands.slice(0, 1), step: null }];
    expect(kinds("US", { rates: light })).toEqual(["weight_not_priced"]);
  });
});

test("the services are compared by price or time, the open ones first", () => {
  const codes = (countryCode: "US" | "SG", order: "price" | "time") => {
    const { piece, ...shipment } = { ...request, countryCode };
    const facts = {
      services: acceptedServices,
      lanes: [],
      goodsRules: [],
      rates,
      prepaidDuty: ["US"],
    } as const;
    return estimateServices(shipment, { low: piece, high: piece }, facts, order).map(
      ({ service: { code }, reasons }) => (reasons.length === 0 ? code : `(${code})`),
    );
  };
  // Duty is prepaid there, which Hong Kong Post cannot do; Singapore Post takes nothing in Hong Kong.
  expect(codes("US", "price")).toEqual([
    "via-singapore-air",
    "(hk-post-surface)",
    "(hk-post-air)",
    "(sg-post-air)",
    "(sg-post-surface)",
  ]);
  expect(codes("SG", "time").slice(0, 2)).toEqual(["hk-post-air", "hk-post-surface"]);
  expect(codes("SG", "price")).toEqual([
    "hk-post-surface",
    "hk-post-air",
    "(sg-post-air)",
    "(via-singapore-air)",
    "(sg-post-surface)",
  ]);
});

test("what stands elsewhere than a service begins has no price there", () => {
  const facts = { services: [], lanes: [], goodsRules: [], rates, prepaidDuty: [] };
  const compared = compareService(service({ originCode: "SG" }), request, facts);
  expect(compared).toMatchObject({
    reasons: [{ kind: "other_origin", originCode: "SG" }],
    price: null,
    usdCents: null,
  });
});

test("by way of Singapore costs the sum of its legs, and goes to the United States alone", () => {
  const via = acceptedServices.find(({ code }) => code === "via-singapore-air");
  if (via === undefined) throw new Error("It is not seeded.");
  const price = priceService(via, request, acceptedServices);
  expect(price?.lines.map(({ legNumber, amountCents }) => [legNumber, amountCents])).toEqual([
    [1, 9500],
    [2, 3500],
  ]);
  expect(price?.versions.map(({ code }) => code)).toEqual([
    "via-singapore-air",
    "hk-post-air",
    "sg-post-air",
  ]);
  expect(priceService(via, { ...request, countryCode: "CA" }, acceptedServices)).toBeNull();
});

const weight = fc.integer({ min: 1, max: 40_000 });
const side = fc.integer({ min: 1, max: 1500 });
const growth = fc.constantFrom(0, 1, 2, 9, 10, 250, 999);

test("heavier or larger is never cheaper, and every line's working recomputes to it", () => {
  fc.assert(
    fc.property(
      anyPricedService,
      weight,
      fc.tuple(side, side, side),
      growth,
      fc.tuple(growth, growth, growth),
      (one, weightGrams, sidesMm, moreGrams, moreMm) => {
        const price = (piece: ComparisonRequest["piece"]) =>
          priceService(one, { ...request, piece }, []);
        const small = price({ weightGrams, sidesMm });
        const [length, width, height] = sidesMm;
        const large = price({
          weightGrams: weightGrams + moreGrams,
          sidesMm: [length + moreMm[0], width + moreMm[1], height + moreMm[2]],
        });
        if (small === null || large === null) throw new Error("Each weight has a price.");
        expect(large.totalCents).toBeGreaterThanOrEqual(small.totalCents);
        for (const { amountCents, working } of [...small.lines, ...large.lines]) {
          expect(Number.isSafeInteger(amountCents) && amountCents >= 0).toBe(true);
          expect(amountOfWorking(working)).toBe(amountCents);
        }
        const sum = small.lines.reduce((total, { amountCents }) => total + amountCents, 0);
        expect(sum).toBe(small.totalCents);
        expect(priceService(one, { ...request, countryCode: "JP" }, [])).toBeNull();
      },
    ),
    { numRuns: isLongRun ? 10_000 : 500 },
  );
});

test("random parcels keep the properties at the seeded rates", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...acceptedServices),
      fc.constantFrom("US", "CA", "GB", "DE", "SG", "MY", "HK", "JP" as const),
      weight,
      growth,
      (one, countryCode, weightGrams, moreGrams) => {
        const price = (grams: number) => {
          const piece = { weightGrams: grams, sidesMm: null };
          return priceService(one, { ...request, piece, countryCode }, acceptedServices)
            ?.totalCents;
        };
        const [light, heavy] = [price(weightGrams), price(weightGrams + moreGrams)];
        // Not available is never a price of 0.
        expect([typeof light, light === 0]).toEqual([typeof heavy, false]);
        if (light === undefined || heavy === undefined) return;
        expect(Number.isSafeInteger(light) && light > 0).toBe(true);
        expect(heavy).toBeGreaterThanOrEqual(light);
      },
    ),
    { numRuns: isLongRun ? 10_000 : 500 },
  );
});
