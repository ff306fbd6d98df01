import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { seededServices } from "#test/seeded-services.ts";
import { countries, countryByName } from "./country.ts";
import {
  deliveryTimes,
  priceServicesTo,
  quoteShipping,
  type QuoteRequest,
  rankServices as rankWithServices,
  rateCarrierIds,
  type RateCarrierId,
  rateDestinationOf,
  type RateDestinationId,
  rateDestinationIds,
  shippingServices,
  type ShippingService,
} from "./shipping-rate.ts";

const day = "2026-11-23";

function quoteShippingCents(request: QuoteRequest): number {
  return quoteShipping(request, seededServices, day)?.amountCents ?? 0;
}

function rankServices(
  shipment: Pick<QuoteRequest, "weightGrams" | "destinationId">,
  order: "price" | "time",
) {
  const prices = priceServicesTo(shipment, seededServices, day);
  return rankWithServices(shipment.destinationId, prices, order);
}

type Lane = readonly [RateCarrierId, ShippingService, RateDestinationId];

// Prices in SGD for each weight in kg, by lane.
const weightsKilograms = [0.1, 0.5, 0.501, 1, 1.001, 1.5, 1.501, 2, 2.001, 2.5, 2.501, 30];
const hongKongAirNear = [65, 65, 95, 95, 125, 125, 155, 155, 185, 185, 215, 1835];
const hongKongAirFar = [85, 85, 135, 135, 185, 185, 235, 235, 285, 285, 335, 3035];
const hongKongSurfaceNear = [35, 35, 50, 50, 65, 65, 80, 80, 95, 95, 110, 920];
const hongKongSurfaceFar = [45, 45, 70, 70, 95, 95, 120, 120, 145, 145, 170, 1520];
const singaporeAirFar = [22, 22, 35, 35, 48, 48, 61, 61, 74, 74, 87, 789];
const singaporeAirNear = [8, 8, 12, 12, 16, 16, 20, 20, 24, 24, 28, 244];
const singaporeSurfaceFar = [12, 12, 18, 18, 24, 24, 30, 30, 36, 36, 42, 366];

const table: readonly (readonly [...Lane, readonly number[]])[] = [
  ["hk-post", "air", "singapore", hongKongAirNear],
  ["hk-post", "air", "malaysia", hongKongAirNear],
  ["hk-post", "air", "usa", hongKongAirFar],
  ["hk-post", "air", "canada", hongKongAirFar],
  ["hk-post", "air", "europe", hongKongAirFar],
  ["hk-post", "air", "uk", hongKongAirFar],
  ["hk-post", "surface", "singapore", hongKongSurfaceNear],
  ["hk-post", "surface", "malaysia", hongKongSurfaceNear],
  ["hk-post", "surface", "usa", hongKongSurfaceFar],
  ["hk-post", "surface", "canada", hongKongSurfaceFar],
  ["sg-post", "air", "usa", singaporeAirFar],
  ["sg-post", "air", "canada", singaporeAirFar],
  ["sg-post", "air", "europe", singaporeAirFar],
  ["sg-post", "air", "uk", singaporeAirFar],
  ["sg-post", "air", "malaysia", singaporeAirNear],
  ["sg-post", "air", "hong-kong", singaporeAirNear],
  ["sg-post", "surface", "usa", singaporeSurfaceFar],
  ["sg-post", "surface", "canada", singaporeSurfaceFar],
  ["sg-post", "surface", "europe", singaporeSurfaceFar],
  ["sg-post", "surface", "uk", singaporeSurfaceFar],
];

const cells = table.flatMap(([carrierId, service, destinationId, prices]) =>
  prices.map(
    (price, index) =>
      [carrierId, service, destinationId, weightsKilograms[index] ?? 0, price] as const,
  ),
);

const everyLane: readonly Lane[] = rateCarrierIds.flatMap((carrierId) =>
  shippingServices.flatMap((service) =>
    rateDestinationIds.map((id) => [carrierId, service, id] as const),
  ),
);
const laneKey = (lane: readonly unknown[]): string => lane.slice(0, 3).join(" ");
const servedLanes = new Set(table.map(laneKey));
const unserved = everyLane.filter((lane) => !servedLanes.has(laneKey(lane)));

describe("the price", () => {
  test.each(cells)("of %s %s to %s at %d kg is SGD %d", (...cell) => {
    const [carrierId, service, destinationId, weightKilograms, price] = cell;
    const weightGrams = Math.round(weightKilograms * 1000);
    expect(quoteShippingCents({ carrierId, service, destinationId, weightGrams })).toBe(
      price * 100,
    );
  });

  test.each(unserved)("of %s %s to %s is 0, since it is not served", (...lane) => {
    const [carrierId, service, destinationId] = lane;
    expect(quoteShippingCents({ carrierId, service, destinationId, weightGrams: 1000 })).toBe(0);
  });

  test("exists for 20 of the 28 lanes", () => {
    expect(servedLanes.size).toBe(20);
    expect(unserved).toHaveLength(8);
  });

  test.each([[0], [99], [30_001], [-500], [500.5], [Number.NaN]])(
    "of %d grams is 0, since it is outside 0.1 to 30 kg or not whole grams",
    (weightGrams) => {
      const lane = { carrierId: "hk-post", service: "air", destinationId: "usa" } as const;
      expect(quoteShippingCents({ ...lane, weightGrams })).toBe(0);
    },
  );

  test("never falls as the weight grows", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...everyLane),
        fc.integer({ min: 100, max: 30_000 }),
        fc.integer({ min: 100, max: 30_000 }),
        ([carrierId, service, destinationId], oneGrams, otherGrams) => {
          const price = (weightGrams: number): number =>
            quoteShippingCents({ carrierId, service, destinationId, weightGrams });
          const [lighter, heavier] = [oneGrams, otherGrams].toSorted((a, b) => a - b);
          expect(price(lighter ?? 0)).toBeLessThanOrEqual(price(heavier ?? 0));
        },
      ),
    );
  });
});

test.each([
  ["hk-post", "air", 7, 14, "business_days"],
  ["hk-post", "surface", 2, 8, "weeks"],
  ["sg-post", "air", 7, 14, "business_days"],
  ["sg-post", "surface", 4, 12, "weeks"],
] as const)("%s %s takes %d to %d %s", (carrierId, service, earliest, latest, unit) => {
  expect(deliveryTimes[carrierId][service]).toEqual({ earliest, latest, unit });
});

describe("all services for a shipment", () => {
  const names = (list: readonly { carrierId: string; service: string }[]) =>
    list.map(({ carrierId, service }) => `${carrierId} ${service}`);

  test("are sorted by price, the cheapest first", () => {
    const { offers, missing } = rankServices({ weightGrams: 1000, destinationId: "usa" }, "price");
    expect(names(offers)).toEqual([
      "sg-post surface",
      "sg-post air",
      "hk-post surface",
      "hk-post air",
    ]);
    expect(offers.map(({ amountCents }) => amountCents)).toEqual([1800, 3500, 7000, 13_500]);
    expect(missing).toEqual([]);
  });

  test("are sorted by time, the fastest first; of equals the cheaper one", () => {
    const { offers } = rankServices({ weightGrams: 1000, destinationId: "usa" }, "time");
    expect(names(offers)).toEqual([
      "sg-post air",
      "hk-post air",
      "hk-post surface",
      "sg-post surface",
    ]);
  });

  test.each<[RateDestinationId, string[]]>([
    ["usa", []],
    ["canada", []],
    ["europe", ["hk-post surface not_served"]],
    ["uk", ["hk-post surface not_served"]],
    ["malaysia", ["sg-post surface not_served"]],
    ["singapore", ["sg-post air own_country", "sg-post surface own_country"]],
    [
      "hong-kong",
      ["hk-post air own_country", "hk-post surface own_country", "sg-post surface not_served"],
    ],
  ])("to %s leave out %j", (destinationId, expected) => {
    const { offers, missing } = rankServices({ weightGrams: 500, destinationId }, "price");
    expect(
      missing.map(({ carrierId, service, reason }) => `${carrierId} ${service} ${reason}`),
    ).toEqual(expected);
    expect(offers.length + missing.length).toBe(4);
  });
});

describe("a country's place in the price table", () => {
  test.each([
    ["United States", "usa"],
    ["Canada", "canada"],
    ["United Kingdom", "uk"],
    ["Germany", "europe"],
    ["Cyprus", "europe"],
    ["Singapore", "singapore"],
    ["Malaysia", "malaysia"],
    ["Hong Kong", "hong-kong"],
    ["Japan", null],
    ["Brazil", null],
    ["China", null],
  ])("%s: %s", (name, destinationId) => {
    const country = countryByName(name);
    expect(country && rateDestinationOf(country.code)).toBe(destinationId);
  });

  test("Europe is 51 countries and territories", () => {
    expect(countries.filter(({ code }) => rateDestinationOf(code) === "europe")).toHaveLength(51);
  });
});
