// The calculator's prices by the rows of the services, against the engine that they replaced: the table of the specification
// as it stood in code.
import { expect, test } from "vitest";
import { seededServices } from "#testing/seeded-services.ts";
import {
  countriesOf,
  quoteShipping,
  rateCarrierIds,
  rateDestinationIds,
  shippingServices,
  type QuoteRequest,
} from "./shipping-rate.ts";
import { priceService } from "./service-price.ts";

const day = "2026-11-23";
const far = ["usa", "canada", "europe", "uk"];

/** Carrier, service and destinations, then SGD cents up to 500, 1000, 1500 and 2000 g and for each further started 500 g. */
const oldTable = [
  ["hk-post", "air", ["singapore", "malaysia"], [6500, 9500, 12_500, 15_500], 3000],
  ["hk-post", "air", far, [8500, 13_500, 18_500, 23_500], 5000],
  ["hk-post", "surface", ["singapore", "malaysia"], [3500, 5000, 6500, 8000], 1500],
  ["hk-post", "surface", ["usa", "canada"], [4500, 7000, 9500, 12_000], 2500],
  ["sg-post", "air", far, [2200, 3500, 4800, 6100], 1300],
  ["sg-post", "air", ["malaysia", "hong-kong"], [800, 1200, 1600, 2000], 400],
  ["sg-post", "surface", far, [1200, 1800, 2400, 3000], 600],
] as const;

function oldCents({ carrierId, service, destinationId, weightGrams }: QuoteRequest): number {
  const row = oldTable.find(
    ([carrier, mode, destinations]) =>
      carrier === carrierId && mode === service && destinations.includes(destinationId as never),
  );
  if (row === undefined) return 0;
  const [, , , bands, step] = row;
  const place = [500, 1000, 1500, 2000].findIndex((limit) => weightGrams <= limit);
  return (bands.at(place) ?? 0) + Math.max(0, Math.ceil((weightGrams - 2000) / 500)) * step;
}

const edges = Array.from({ length: 60 }, (_, index) => 500 * (index + 1));
const weights = [100, 101, ...edges.flatMap((edge) => [edge - 1, edge, edge + 1])].filter(
  (grams) => grams <= 30_000,
);
const lanes = rateCarrierIds.flatMap((carrierId) =>
  shippingServices.flatMap((service) =>
    rateDestinationIds.map((destinationId) => ({ carrierId, service, destinationId })),
  ),
);

test("28 band prices and 7 steps are in the table", () => {
  expect(oldTable.flatMap(([, , , bands]) => bands)).toHaveLength(28);
  expect(oldTable.map((row) => row.at(-1))).toHaveLength(7);
});

test.each(lanes)(
  "$carrierId $service to $destinationId costs the same at every edge up to 30 kg",
  (lane) => {
    const costs = (cents: (grams: number) => number) =>
      weights.map((grams) => `${grams} g: ${cents(grams)}`);
    expect(
      costs((weightGrams) => {
        const price = quoteShipping({ ...lane, weightGrams }, seededServices, day);
        return price?.amountCents ?? 0;
      }),
    ).toEqual(costs((weightGrams) => oldCents({ ...lane, weightGrams })));
  },
);

test("every country of a destination costs what the destination does", () => {
  const different = lanes.flatMap(({ carrierId, service, destinationId }) =>
    countriesOf(destinationId).filter((countryCode) => {
      const direct = seededServices.find(
        ({ carrierCode, mode, legs }) =>
          carrierCode === carrierId && mode === service && legs.length === 1,
      );
      if (direct === undefined) throw new Error("It is not seeded.");
      const piece = { weightGrams: 2001, sidesMm: null };
      const price = priceService(direct, { piece, countryCode, postalCode: null, day }, []);
      const expected = oldCents({ carrierId, service, destinationId, weightGrams: 2001 });
      return (price?.totalCents ?? 0) !== expected;
    }),
  );
  expect(different).toEqual([]);
});
