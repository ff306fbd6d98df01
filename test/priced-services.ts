import fc from "fast-check";
import type { RateTable, ShippingService, Surcharge } from "#catalogue/rules/shipping-service.ts";
import { acceptedServices } from "./seeded-services.ts";

const [seeded] = acceptedServices;
if (seeded === undefined) throw new Error("There is no seeded service.");

/** Prices to the United States: two bands, and steps above them. */
export const testRates: RateTable = {
  countries: ["US"],
  bands: [
    { upToGrams: 500, priceCents: 1000 },
    { upToGrams: 1000, priceCents: 1801 },
  ],
  step: { grams: 500, priceCents: 333 },
};

/** A service in US dollars with those prices. */
export function testService(changes: Partial<ShippingService>): ShippingService {
  return {
    ...seeded,
    code: "test",
    currency: "USD",
    rates: [testRates],
    ...changes,
  } as ShippingService;
}

export function testSurcharge(
  kind: Surcharge["kind"],
  amount: number,
  changes: Partial<Surcharge> = {},
): Surcharge {
  return { kind, amount, condition: {}, validFrom: "2026-01-01", ...changes };
}

const anyTable = fc
  .record({
    gaps: fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 5 }),
    first: fc.integer({ min: 0, max: 100_000 }),
    rises: fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 5, maxLength: 5 }),
    stepGrams: fc.integer({ min: 1, max: 1000 }),
    stepCents: fc.integer({ min: 0, max: 5000 }),
  })
  .map(({ gaps, first, rises, stepGrams, stepCents }): RateTable => {
    let [upToGrams, priceCents] = [0, first];
    const bands = gaps.map((gap, index) => {
      upToGrams += gap;
      priceCents += rises[index] ?? 0;
      return { upToGrams, priceCents };
    });
    return { countries: ["US"], bands, step: { grams: stepGrams, priceCents: stepCents } };
  });
const anySurcharges = fc.array(
  fc.oneof(
    fc
      .record({ kind: fc.constantFrom("fuel_percent", "fixed", "per_kg" as const) })
      .map(({ kind }) => testSurcharge(kind, 725)),
    fc
      .integer({ min: 1, max: 1500 })
      .map((sideFromMm) => testSurcharge("oversize", 500, { condition: { sideFromMm } })),
    fc
      .integer({ min: 1, max: 40_000 })
      .map((weightFromGrams) => testSurcharge("fixed", 500, { condition: { weightFromGrams } })),
  ),
  { maxLength: 4 },
);

/** A service in US dollars in whose tables a heavier parcel never costs less. */
export const anyPricedService = fc
  .record({
    table: anyTable,
    surcharges: anySurcharges,
    divisor: fc.constantFrom(null, 5000, 6000, 8000 as const),
    roundsSidesUp: fc.boolean(),
    volumetricFromSideMm: fc.option(fc.integer({ min: 1, max: 1500 })),
    roundingGrams: fc.constantFrom(1, 10, 100, 500),
    minimumGrams: fc.integer({ min: 1, max: 3000 }),
  })
  .map(({ table, ...rule }) => testService({ ...rule, rates: [table] }));
