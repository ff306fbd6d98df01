import isoCountries from "i18n-iso-countries";
import { describe, expect, test } from "vitest";
import { countries, countryByCode, countryByName, originByName, origins } from "./country.ts";

describe("the list of countries", () => {
  test("holds every code of ISO 3166-1 and no other", () => {
    // XK is in common use but not assigned by the standard.
    const assigned = Object.keys(isoCountries.getAlpha2Codes()).filter((code) => code !== "XK");
    expect(countries.map(({ code }) => code).toSorted()).toEqual(assigned.toSorted());
    expect(countries).toHaveLength(249);
  });

  test("is sorted by name, each name once", () => {
    const names = countries.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(names.toSorted(new Intl.Collator("en").compare));
  });

  test.each([
    ["US", "United States"],
    ["GB", "United Kingdom"],
    ["HK", "Hong Kong"],
    ["MO", "Macao"],
    ["TW", "Taiwan"],
    ["CN", "China"],
    ["KR", "South Korea"],
    ["KP", "North Korea"],
    ["CZ", "Czechia"],
    ["VN", "Vietnam"],
    ["RU", "Russia"],
    ["TZ", "Tanzania"],
    ["VA", "Vatican City"],
  ])("calls %s %s", (code, name) => {
    expect(countryByCode(code)).toEqual({ code, name });
    expect(countryByName(name)).toEqual({ code, name });
  });

  test("finds each country by its own name and code", () => {
    for (const country of countries) {
      expect(countryByName(country.name)).toBe(country);
      expect(countryByCode(country.code)).toBe(country);
    }
  });
});

describe("finding a country", () => {
  test.each([
    ["united states", "US"],
    [" UNITED STATES ", "US"],
    ["USA", "US"],
    ["U.S.A.", "US"],
    ["Cote d’Ivoire", "CI"],
    ["Aland Islands", "AX"],
    ["Macau", "MO"],
    ["Türkiye", "TR"],
    ["Curacao", "CW"],
  ])("takes %j for %s", (name, code) => {
    expect(countryByName(name)?.code).toBe(code);
  });

  test.each([[""], ["Atlantis"], ["United"], ["US of"], ["constructor"], ["123"]])(
    "knows no country named %j",
    (name) => {
      expect(countryByName(name)).toBeNull();
    },
  );

  test.each([[""], ["XX"], ["XK"], ["USA"], ["toString"]])("knows no code %j", (code) => {
    expect(countryByCode(code)).toBeNull();
  });

  test("reads codes in any case", () => {
    expect(countryByCode("sg")?.name).toBe("Singapore");
  });
});

describe("origins", () => {
  test("are China, the default, Hong Kong and Singapore", () => {
    expect(origins.map(({ name }) => name)).toEqual(["China", "Hong Kong", "Singapore"]);
  });

  test("are found by name, and no other country is one", () => {
    expect(originByName("hong kong")).toEqual({ code: "HK", name: "Hong Kong" });
    expect(originByName("Japan")).toBeNull();
    expect(originByName("")).toBeNull();
  });
});
