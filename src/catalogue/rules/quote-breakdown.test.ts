import fc from "fast-check";
import { expect, test } from "vitest";
import { anyPricedService, testService } from "#test/priced-services.ts";
import type { EuroRates } from "./exchange-rate.ts";
import { chargeLine, freightLines, isQuoteExact, recomputeQuote } from "./quote-breakdown.ts";
import { priceService } from "./service-price.ts";
import { displayCurrencies } from "#platform/rules/money.ts";

const rates: EuroRates = {
  HKD: "8",
  SGD: "1.5",
  AUD: "1.6",
  GBP: "0.8",
  CAD: "1.5",
  CNY: "8",
  USD: "1.1",
};
const exchange = { day: "2026-11-23", source: "bank.example", rates };
const request = { countryCode: "US", postalCode: null, day: "2026-11-23" } as const;

test("a breakdown has each line in its currency and in dollars, and charges beside the freight", () => {
  const service = testService({
    currency: "SGD",
    surcharges: [
      { kind: "fuel_percent", amount: 1050, condition: {}, validFrom: "2026-01-01" },
      { kind: "per_kg", amount: 50, condition: {}, validFrom: "2026-01-01" },
    ],
  });
  const piece = { weightGrams: 1001, sidesMm: null };
  const price = priceService(service, { ...request, piece }, []);
  if (price === null) throw new Error("It has a price.");
  const parcels = [
    { inboundParcelId: "one", days: 3, dayCents: 40, capCents: 5000 },
    { inboundParcelId: "other", days: 30, dayCents: 40, capCents: 1000 },
  ];
  const lines = [
    ...freightLines(price, "SGD", exchange),
    chargeLine("service_fee", "photo", { kind: "units", units: 3, unitCents: 35 }),
    chargeLine("storage_fee", null, { kind: "storage", parcels }),
  ];
  // 21.34 SGD, 10.5 % of it and 0.50 for each of two kilograms, at 1.1 / 1.5.
  expect(
    lines.map(({ kind, originalCents, amountCents }) => [kind, originalCents, amountCents]),
  ).toEqual([
    ["freight", 2134, 1565],
    ["fuel_percent", 224, 165],
    ["per_kg", 100, 74],
    ["service_fee", 105, 105],
    ["storage_fee", 1120, 1120],
  ]);
  expect(recomputeQuote(lines, exchange).totalCents).toBe(3029);
  expect(() => recomputeQuote(lines, null)).toThrow(RangeError);
});

test("every breakdown recomputes from its workings, and any changed figure is noticed", () => {
  const charge = fc
    .record({
      units: fc.integer({ min: 1, max: 20 }),
      unitCents: fc.integer({ min: 1, max: 9999 }),
    })
    .map((units) => chargeLine("service_fee", "photo", { kind: "units", ...units }));
  fc.assert(
    fc.property(
      anyPricedService,
      fc.constantFrom(...displayCurrencies),
      fc.integer({ min: 1, max: 40_000 }),
      fc.array(charge, { maxLength: 3 }),
      fc.nat(),
      (service, currency, weightGrams, charges, place) => {
        const piece = { weightGrams, sidesMm: [400, 300, 250] as const };
        const price = priceService({ ...service, currency }, { ...request, piece }, []);
        if (price === null) throw new Error("It has a price.");
        const lines = [...freightLines(price, currency, exchange), ...charges];
        const totalCents = lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
        const quote = { lines, exchange, totalCents };
        expect(recomputeQuote(JSON.parse(JSON.stringify(lines)), exchange).totalCents).toBe(
          totalCents,
        );
        expect(isQuoteExact(quote)).toBe(true);
        expect(isQuoteExact({ ...quote, totalCents: totalCents + 1 })).toBe(false);
        const changed = lines.map((line, index) =>
          index === place % lines.length
            ? { ...line, originalCents: line.originalCents + 1, amountCents: line.amountCents + 1 }
            : line,
        );
        expect(isQuoteExact({ ...quote, lines: changed, totalCents: totalCents + 1 })).toBe(false);
      },
    ),
  );
});
