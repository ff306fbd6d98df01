import { expect, test } from "vitest";
import { acceptedServices } from "#test/seeded-services.ts";
import { estimateServices } from "#goods/rules/package-estimate.ts";
import { measuredTimeOf, type MeasuredLane } from "./service-comparison.ts";

function lane(changes: Partial<MeasuredLane>): MeasuredLane {
  return {
    carrierCode: "hk-post",
    service: "air",
    origin: "HK",
    destination: "SG",
    halfDays: 4,
    mostDays: 6,
    parcelsCount: 40,
    since: "2026-06-01",
    ...changes,
  };
}

const toSingapore = lane({});
const onward = lane({
  carrierCode: "sg-post",
  origin: "SG",
  destination: "US",
  halfDays: 9,
  mostDays: 14,
  parcelsCount: 23,
  since: "2026-08-01",
});

function timeOf(code: string, country: "US" | "SG", lanes: readonly MeasuredLane[]) {
  const service = acceptedServices.find((one) => one.code === code);
  if (service === undefined) throw new Error("It is not seeded.");
  return measuredTimeOf(service, country, acceptedServices, lanes);
}

test("a service's time is measured on all its lanes, or not at all", () => {
  expect(timeOf("hk-post-air", "SG", [toSingapore])).toMatchObject({ halfDays: 4, mostDays: 6 });
  expect(timeOf("hk-post-surface", "SG", [toSingapore])).toBeNull();
  expect(timeOf("hk-post-air", "US", [toSingapore])).toBeNull();
  expect(timeOf("via-singapore-air", "US", [toSingapore])).toBeNull();
  expect(timeOf("via-singapore-air", "US", [toSingapore, onward])).toEqual({
    halfDays: 13,
    mostDays: 20,
    parcelsCount: 23,
    since: "2026-08-01",
  });
  // The last day of the histogram means that or longer.
  expect(timeOf("hk-post-air", "SG", [lane({ mostDays: 60 })])).toBeNull();
});

test("services are ordered by the measured time where there is one", () => {
  const first = (times: readonly MeasuredLane[]) => {
    const piece = { weightGrams: 1000, sidesMm: null };
    return estimateServices(
      {
        countryCode: "CA",
        postalCode: null,
        day: "2026-11-24",
        standsIn: "HK",
        keptLegs: 0,
        batteries: [],
        goods: [],
        isAddressComplete: true,
      },
      { low: piece, high: piece },
      {
        services: acceptedServices,
        lanes: [],
        goodsRules: [],
        rates: null,
        times,
        prepaidDuty: [],
      },
      "time",
    )
      .filter(({ packed }) => packed.price !== null)
      .map(({ service }) => service.code);
  };
  expect(first([])).toEqual(["hk-post-air", "hk-post-surface"]);
  const slow = lane({ destination: "CA", mostDays: 59 });
  expect(first([slow])).toEqual(["hk-post-surface", "hk-post-air"]);
});
