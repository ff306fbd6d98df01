import { describe, expect, test } from "vitest";
import { testRates, testService, testSurcharge } from "#test/priced-services.ts";
import {
  changedParts,
  changedSurcharges,
  isServiceCode,
  serviceFaults,
  type ServiceDetails,
} from "./service-version.ts";

function faultsOf(changes: Partial<ServiceDetails>) {
  return serviceFaults(testService(changes)).map(
    ({ part, place, kind }) => `${part} ${place} ${kind}`,
  );
}

const leg = { originCode: "HK", destinationCode: null, carrierCode: "hk-post", pricedBy: null };

describe("what is wrong between the figures of a version", () => {
  test("is nothing of a service as it is seeded", () => {
    expect(faultsOf({})).toEqual([]);
    expect(faultsOf({ isActive: false, rates: [] })).toEqual([]);
  });

  test.each<[string, Partial<ServiceDetails>]>([
    ["legs null legs_not_joined", { originCode: "CN" }],
    ["legs null legs_not_joined", { legs: [{ ...leg, destinationCode: "SG" }] as never }],
    ["legs null legs_not_joined", { legs: [leg, leg] as never }],
    ["rates null rates_missing", { rates: [] }],
    [
      "rates 0 bands_not_rising",
      { rates: [{ ...testRates, bands: testRates.bands.toReversed() }] },
    ],
    ["rates 0 country_twice", { rates: [{ ...testRates, countries: ["US", "US"] }] }],
    ["rates 1 country_twice", { rates: [testRates, testRates] }],
    ["surcharges 0 condition_missing", { surcharges: [testSurcharge("remote_area", 1)] }],
    ["surcharges 0 condition_missing", { surcharges: [testSurcharge("oversize", 1)] }],
    ["surcharges 0 amount_not_accepted", { surcharges: [testSurcharge("fuel_percent", 100_001)] }],
    [
      "rates 0 price_not_accepted",
      { rates: [{ ...testRates, bands: [{ upToGrams: 500, priceCents: 0 }] }] },
    ],
    [
      "rates 0 price_not_accepted",
      { rates: [{ ...testRates, step: { grams: 500, priceCents: 100_000_001 } }] },
    ],
    ["deliveryMax null delivery_not_rising", { deliveryMin: 8, deliveryMax: 7 }],
  ])("is %s", (fault, changes) => {
    expect(faultsOf(changes)).toEqual([fault]);
  });
});

test("the addresses of other pages are no codes", () => {
  const codes = ["hk-post-air", "new", "import", "HK", "a--b", "a".repeat(61)];
  expect(codes.filter(isServiceCode)).toEqual(["hk-post-air"]);
});

test("versions differ by parts and by surcharges, whatever the order of their keys", () => {
  const condition = { countries: ["US"] as const, sideFromMm: 1200 };
  const turned = { sideFromMm: 1200, countries: ["US"] as const };
  const one = testService({ surcharges: [testSurcharge("oversize", 500, { condition })] });
  const same = { ...one, surcharges: [testSurcharge("oversize", 500, { condition: turned })] };
  expect(changedParts(one, same)).toEqual([]);
  expect(changedSurcharges(one.surcharges, same.surcharges)).toEqual({ removed: [], added: [] });
  const fuel = testSurcharge("fuel_percent", 1250);
  const other = {
    ...one,
    names: { ...one.names, "zh-Hans": "别的" },
    maximumSideMm: 1500,
    surcharges: [fuel],
  };
  expect(changedParts(one, other)).toEqual(["names", "maximumSideMm"]);
  expect(changedSurcharges(one.surcharges, other.surcharges)).toEqual({
    removed: one.surcharges,
    added: [fuel],
  });
});
