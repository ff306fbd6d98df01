// The names of countries in the languages of the product.
import { type CountryCode, countryByCode, countryByName } from "./country.ts";
import type { Language } from "#platform/rules/language.ts";

type ChineseLanguage = Exclude<Language, "en">;

/** Chinese names that differ from those of the Unicode repository. */
const ownNames: Readonly<Record<ChineseLanguage, Partial<Record<CountryCode, string>>>> = {
  "zh-Hant-HK": { CN: "中國內地", HK: "香港", MO: "澳門", TW: "台灣" },
  "zh-Hans": { CN: "中国大陆", HK: "香港", MO: "澳门", TW: "台湾" },
};

const displayNames = new Map<ChineseLanguage, Intl.DisplayNames>();

function chineseName(code: CountryCode, language: ChineseLanguage): string | undefined {
  const own = ownNames[language][code];
  if (own !== undefined) return own;
  const names =
    displayNames.get(language) ??
    new Intl.DisplayNames(language, { type: "region", fallback: "none" });
  displayNames.set(language, names);
  return names.of(code);
}

/** The name of a country in a language; where that has none, the English one. */
export function countryName(code: CountryCode, language: Language): string {
  const englishName = countryByCode(code)?.name ?? code;
  return language === "en" ? englishName : (chineseName(code, language) ?? englishName);
}

/**
 * A stored place in a language: places are stored by the English name of their country, or as staff typed them, and a
 * text that names no country stays as it is.
 */
export function placeName(stored: string, language: Language): string {
  const country = language === "en" ? null : countryByName(stored);
  return country === null ? stored : countryName(country.code, language);
}
