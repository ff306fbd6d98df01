import { describe, expect, test } from "vitest";
import { type SuspendedLane, suspensionsOfQuote, suspensionsOfRoute } from "./lane.ts";
import { type CountryCode, countryByCode, type OriginCode } from "./country.ts";
import { planRoute } from "./route-plan.ts";

function lane(changes: Partial<SuspendedLane> = {}): SuspendedLane {
  return {
    carrierId: "hk-post",
    service: "air",
    destinationCode: "US",
    reason: "Tariffs",
    suspendedOn: "2025-04-27",
    confidence: "reported",
    ...changes,
  };
}

describe("a quote", () => {
  const quote = { carrierId: "hk-post", service: "air", destinationId: "usa" } as const;

  test.each<[string, Partial<SuspendedLane>, boolean]>([
    ["the same lane", {}, true],
    ["every service of the carrier", { service: null }, true],
    ["the other service", { service: "surface" }, false],
    ["another carrier", { carrierId: "sg-post" }, false],
    ["another country", { destinationCode: "CA" }, false],
    ["a country without a price", { destinationCode: "JP" }, false],
  ])("and %s", (_, changes, isMet) => {
    expect(suspensionsOfQuote([lane(changes)], quote)).toHaveLength(isMet ? 1 : 0);
  });

  test("to Europe is affected by suspensions to each of its countries", () => {
    const lanes = [lane({ destinationCode: "DE" }), lane({ destinationCode: "FR" }), lane()];
    const request = { ...quote, destinationId: "europe" } as const;
    expect(suspensionsOfQuote(lanes, request)).toEqual(lanes.slice(0, 2));
  });
});

describe("a journey", () => {
  const found = (origin: OriginCode, destination: CountryCode, lanes: SuspendedLane[]) =>
    suspensionsOfRoute(lanes, planRoute(origin, destination, new Date(0))).map(
      ({ lane: { destinationCode }, legNumber }) => [
        countryByCode(destinationCode)?.name,
        legNumber,
      ],
    );

  test("by another carrier lists the suspension, without an affected leg", () => {
    expect(found("CN", "US", [lane()])).toEqual([["United States", null]]);
  });

  test("lists the suspension with the leg that uses the lane", () => {
    expect(found("CN", "US", [lane({ destinationCode: "SG" })])).toEqual([["Singapore", 2]]);
    expect(found("CN", "US", [lane({ carrierId: "sg-post" })])).toEqual([["United States", 3]]);
    expect(found("HK", "DE", [lane({ destinationCode: "DE", service: null })])).toEqual([
      ["Germany", 1],
    ]);
  });

  test("is not affected by surface mail, nor by other destinations", () => {
    expect(found("CN", "US", [lane({ service: "surface" })])).toEqual([]);
    expect(found("HK", "DE", [lane(), lane({ destinationCode: "FR" })])).toEqual([]);
    expect(suspensionsOfRoute([lane()], [])).toEqual([]);
  });
});
