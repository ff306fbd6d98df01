// The calculator's prices by the rows of the services, against the engine that they replaced: the table of the specification
// as it stood in code.
import { expect, test } from "vitest";
import { specifiedRates } from "#test/specified-rates.ts";
import { seededServices } from "#test/seeded-services.ts";
import {
  countriesOf,
  quoteShipping,
  rateCarrierIds,
  rateDestinationIds,
  shippingServices,
  type QuoteRequest,
} from "#catalogue/rules/shipping-rate.ts";
import { priceService } from "#catalogue/rules/service-price.ts";

const day = "2026-11-23";
function oldCents({ carrierId, service, destinationId, weightGrams }: QuoteRequest): number {
  const row = specifiedRates.find(
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
  expect(specifiedRates.flatMap(([, , , bands]) => bands)).toHaveLength(28);
  expect(specifiedRates.map((row) => row.at(-1))).toHaveLength(7);
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
