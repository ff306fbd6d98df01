import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countries, type CountryCode, type OriginCode, originCodes } from "./country.ts";
import { planRoute } from "./route-plan.ts";

const monday = new Date("2027-03-01T08:00:00Z");

function describeRoute(originCode: OriginCode, destinationCode: CountryCode): string[] {
  return planRoute(originCode, destinationCode, monday).map(
    ({ origin, destination, carrierId }) => `${origin} → ${destination}, ${carrierId}`,
  );
}

describe("the legs", () => {
  test.each<[OriginCode, CountryCode, string[]]>([
    [
      "CN",
      "US",
      [
        "China → Hong Kong, sf-express",
        "Hong Kong → Singapore, hk-post",
        "Singapore → United States, sg-post",
      ],
    ],
    ["HK", "US", ["Hong Kong → Singapore, hk-post", "Singapore → United States, sg-post"]],
    ["SG", "US", ["Singapore → United States, sg-post"]],
    ["CN", "DE", ["Hong Kong → Germany, hk-post"]],
    ["HK", "DE", ["Hong Kong → Germany, hk-post"]],
    ["SG", "DE", ["Singapore → Germany, sg-post"]],
    ["CN", "SG", ["Hong Kong → Singapore, hk-post"]],
    ["HK", "SG", ["Hong Kong → Singapore, hk-post"]],
    ["SG", "SG", ["Singapore → Singapore, sg-post"]],
    ["CN", "HK", ["China → Hong Kong, sf-express"]],
    ["HK", "HK", ["Hong Kong → Hong Kong, hk-post"]],
    ["SG", "HK", ["Singapore → Hong Kong, sg-post"]],
    ["CN", "CN", ["Hong Kong → China, hk-post"]],
    ["HK", "CN", ["Hong Kong → China, hk-post"]],
    ["SG", "CN", ["Singapore → China, sg-post"]],
  ])("from %s to %s are %j", (originCode, destinationCode, legs) => {
    expect(describeRoute(originCode, destinationCode)).toEqual(legs);
  });

  test("are one to three on every route, numbered from 1, each beginning where the last ended", () => {
    const anyCountry = fc.constantFrom(...countries.map(({ code }) => code));
    fc.assert(
      fc.property(fc.constantFrom(...originCodes), anyCountry, (originCode, destinationCode) => {
        const legs = planRoute(originCode, destinationCode, monday);
        expect(legs.length).toBeGreaterThanOrEqual(1);
        expect(legs.length).toBeLessThanOrEqual(3);
        expect(legs.map(({ legNumber }) => legNumber)).toEqual(legs.map((_, index) => index + 1));
        for (const [index, leg] of legs.slice(1).entries()) {
          expect(leg.origin).toBe(legs[index]?.destination);
          expect(leg.estimatedDeparture).toEqual(legs[index]?.estimatedArrival);
        }
        const destination = countries.find(({ code }) => code === destinationCode);
        expect(legs.at(-1)?.destination).toBe(destination?.name);
      }),
      { numRuns: 500 },
    );
  });
});

describe("the dates", () => {
  test("allow 14 business days for a leg by post", () => {
    expect(planRoute("HK", "DE", monday)).toMatchObject([
      { estimatedDeparture: monday, estimatedArrival: new Date("2027-03-19T08:00:00Z") },
    ]);
  });

  test("run on from leg to leg", () => {
    const dates = planRoute("CN", "US", monday).map(({ estimatedArrival }) => estimatedArrival);
    expect(dates).toEqual([
      new Date("2027-03-04T08:00:00Z"),
      new Date("2027-03-24T08:00:00Z"),
      new Date("2027-04-13T08:00:00Z"),
    ]);
  });
});
