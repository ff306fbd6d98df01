import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countries, type OriginCode, originCodes } from "./country.ts";
import type { SuspendedLane } from "./lane.ts";
import { seededServices } from "#test/seeded-services.ts";
import { routeLegs } from "./route-plan.ts";
import { quoteRoute as quoteWithServices, type RouteRequest } from "./route-quote.ts";
import type { RateDestinationId } from "./shipping-rate.ts";

function quoteRoute(request: RouteRequest, lanes: readonly SuspendedLane[]) {
  return quoteWithServices(request, { services: seededServices, lanes, day: "2026-11-23" });
}

function lane(changes: Partial<SuspendedLane>): SuspendedLane {
  return {
    carrierId: "sg-post",
    service: "air",
    destinationCode: "US",
    reason: "Tariffs",
    suspendedOn: "2025-04-27",
    confidence: "reported",
    ...changes,
  };
}

function describeQuote(
  originCode: OriginCode,
  destinationId: RateDestinationId,
  lanes: readonly SuspendedLane[] = [],
) {
  const request = { originCode, to: { destinationId }, weightGrams: 1500 };
  const { legs, totalCents } = quoteRoute(request, lanes);
  const texts = legs.map((leg) => {
    const price = leg.state === "not_priced" ? "" : ` ${leg.service} ${leg.amountCents}`;
    return `${leg.origin} → ${leg.destination} ${leg.carrierId} ${leg.state}${price}`;
  });
  return [...texts, totalCents];
}

describe("a route", () => {
  test("costs the sum of its priced legs, and names those without a price", () => {
    expect(describeQuote("CN", "usa")).toEqual([
      "CN → HK sf-express not_priced",
      "HK → SG hk-post priced air 12500",
      "SG → usa sg-post priced air 4800",
      17_300,
    ]);
    expect(describeQuote("CN", "europe")).toEqual(["HK → europe hk-post priced air 18500", 18_500]);
    expect(describeQuote("SG", "hong-kong")).toEqual([
      "SG → hong-kong sg-post priced air 1600",
      1600,
    ]);
  });

  test("has no total when no leg has a price", () => {
    expect(describeQuote("CN", "hong-kong").at(-1)).toBeNull();
    const toJapan = { originCode: "SG", to: { countryCode: "JP" }, weightGrams: 1500 } as const;
    expect(quoteRoute(toJapan, [])).toMatchObject({
      legs: [{ destination: "JP", state: "not_priced" }],
      totalCents: null,
    });
  });

  test("goes by surface where air is suspended", () => {
    expect(describeQuote("HK", "usa", [lane({})])).toEqual([
      "HK → SG hk-post priced air 12500",
      "SG → usa sg-post priced surface 2400",
      14_900,
    ]);
  });

  test("has no total when every service of a leg is suspended", () => {
    expect(describeQuote("SG", "usa", [lane({ service: null })])).toEqual([
      "SG → usa sg-post suspended air 4800",
      null,
    ]);
  });

  test("is affected by the lanes of its own carriers and countries alone", () => {
    const others = [
      lane({ carrierId: "hk-post" }),
      lane({ destinationCode: "CA" }),
      lane({ service: "surface" }),
    ];
    expect(describeQuote("SG", "usa", others).at(-1)).toBe(4800);
  });

  test("to a country ignores lanes to others; to a group of countries any of its lanes counts", () => {
    const toGermany = [lane({ carrierId: "sg-post", service: null, destinationCode: "DE" })];
    const request = { originCode: "SG", to: { countryCode: "FR" }, weightGrams: 1500 } as const;
    expect(quoteRoute(request, toGermany).totalCents).toBe(4800);
    expect(describeQuote("SG", "europe", toGermany).at(-1)).toBeNull();
  });

  test("has the planned legs, and a total of prices of the table", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...originCodes),
        fc.constantFrom(...countries),
        fc.integer({ min: 100, max: 30_000 }),
        (originCode, { code }, weightGrams) => {
          const { legs, totalCents } = quoteRoute(
            { originCode, to: { countryCode: code }, weightGrams },
            [],
          );
          expect(legs.map(({ carrierId }) => carrierId)).toEqual(
            routeLegs(originCode, code).map(({ carrierId }) => carrierId),
          );
          const prices = legs.map((leg) => (leg.state === "priced" ? (leg.amountCents ?? 0) : 0));
          expect(totalCents ?? 0).toBe(prices.reduce((sum, cents) => sum + cents, 0));
          expect(totalCents).not.toBe(0);
        },
      ),
    );
  });
});
