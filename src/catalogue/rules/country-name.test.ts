import { describe, expect, test } from "vitest";
import { countries } from "./country.ts";
import { countryName, placeName } from "./country-name.ts";

test("every country has the name of the list in English, and a Chinese one", () => {
  for (const { code, name } of countries) {
    expect(countryName(code, "en")).toBe(name);
    expect(countryName(code, "zh-Hant-HK")).toMatch(/^\p{Script=Han}/u);
    expect(countryName(code, "zh-Hans")).toMatch(/^\p{Script=Han}/u);
  }
});

test.each([
  ["CN", "中國內地", "中国大陆"],
  ["HK", "香港", "香港"],
  ["MO", "澳門", "澳门"],
  ["TW", "台灣", "台湾"],
  ["SG", "新加坡", "新加坡"],
  ["KR", "南韓", "韩国"],
] as const)("%s is %s and %s", (code, traditional, simplified) => {
  expect(countryName(code, "zh-Hant-HK")).toBe(traditional);
  expect(countryName(code, "zh-Hans")).toBe(simplified);
});

describe("a stored place", () => {
  test("is named in the language when it is a country", () => {
    expect(placeName("United States", "zh-Hans")).toBe("美国");
    expect(placeName("usa", "zh-Hant-HK")).toBe("美國");
  });

  test("stays as it was typed in English, and when it is no country", () => {
    expect(placeName("usa", "en")).toBe("usa");
    expect(placeName("Kowloon depot", "zh-Hant-HK")).toBe("Kowloon depot");
  });
});
