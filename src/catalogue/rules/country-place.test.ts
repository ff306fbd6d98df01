import { expect, test } from "vitest";
import { countries, type CountryCode } from "./country.ts";
import { countryPlace } from "./country-place.ts";

test("every country has a point on the map", () => {
  for (const { code } of countries) {
    const { longitude, latitude } = countryPlace(code);
    expect(Math.abs(longitude), code).toBeLessThanOrEqual(180);
    expect(Math.abs(latitude), code).toBeLessThanOrEqual(90);
  }
});

test.each<[CountryCode, number, number]>([
  ["HK", 114, 22],
  ["SG", 104, 1],
  ["US", -118, 34],
  ["GB", -2, 54],
  ["AU", 134, -25],
  ["BR", -53, -11],
  ["FJ", 178, -18],
])("%s lies about %d east, %d north", (code, longitude, latitude) => {
  const place = countryPlace(code);
  expect(Math.abs(place.longitude - longitude)).toBeLessThan(3);
  expect(Math.abs(place.latitude - latitude)).toBeLessThan(3);
});
