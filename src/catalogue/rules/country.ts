// Countries by code and by name, and the countries in which we receive packages.
import { countryList } from "./country-list.ts";

/** ISO 3166-1 alpha-2 code of a country or territory, upper case. */
export type CountryCode = (typeof countryList)[number][0];

/** A country or territory: its code, which is stored, and its short English name, which is shown. */
export type Country = { readonly code: CountryCode; readonly name: string };

/** All countries and territories of ISO 3166-1, sorted by name. */
export const countries: readonly Country[] = countryList.map(([code, name]) => ({ code, name }));

// Other names in common use, accepted as input; screens show the name of the list.
const otherNames: readonly (readonly [name: string, code: CountryCode])[] = [
  ["USA", "US"],
  ["United States of America", "US"],
  ["UK", "GB"],
  ["Great Britain", "GB"],
  ["Macau", "MO"],
  ["Korea", "KR"],
  ["Republic of Korea", "KR"],
  ["Turkey", "TR"],
  ["Czech Republic", "CZ"],
  ["Ivory Coast", "CI"],
  ["Cape Verde", "CV"],
  ["Cabo Verde", "CV"],
  ["Swaziland", "SZ"],
  ["Macedonia", "MK"],
  ["Burma", "MM"],
  ["Russian Federation", "RU"],
  ["Viet Nam", "VN"],
  ["East Timor", "TL"],
  ["Holy See", "VA"],
  ["UAE", "AE"],
];

/** A name reduced to its letters, without case and accents, so that spellings compare equal. */
function spellingKey(name: string): string {
  return name
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, "");
}

const byCode = new Map<string, Country>(countries.map((country) => [country.code, country]));
const codeByName = new Map<string, CountryCode>([
  ...otherNames.map(([name, code]) => [spellingKey(name), code] as const),
  ...countries.map(({ name, code }) => [spellingKey(name), code] as const),
]);

/** The country with that code in any case ("us"), or null. */
export function countryByCode(code: string): Country | null {
  return byCode.get(code.trim().toUpperCase()) ?? null;
}

/**
 * The country with that English name, or null. Case, accents and punctuation do not matter, and
 * some other names in common use are known ("usa" is United States).
 */
export function countryByName(name: string): Country | null {
  const code = codeByName.get(spellingKey(name));
  return code === undefined ? null : countryByCode(code);
}

/** Codes of the countries in which we receive packages; the first is the default. */
export const originCodes = ["CN", "HK", "SG"] as const satisfies readonly CountryCode[];

/** Code of a country in which we receive packages. */
export type OriginCode = (typeof originCodes)[number];

/** Where a package from there stands before it is sent abroad: what begins in China comes to Hong Kong. */
export function standsIn(originCode: OriginCode): OriginCode {
  return originCode === "CN" ? "HK" : originCode;
}

/** The countries in which we receive packages: China (the default), Hong Kong, Singapore. */
export const origins: readonly Country[] = originCodes.flatMap((code) => countryByCode(code) ?? []);

/** The origin with that English name, or null when packages cannot start there. */
export function originByName(name: string): (Country & { readonly code: OriginCode }) | null {
  const country = countryByName(name);
  const code = originCodes.find((candidate) => candidate === country?.code);
  return country === null || code === undefined ? null : { code, name: country.name };
}
