// Countries and stored places in the language of the document.
import { type CountryCode, countryByCode } from "#catalogue/rules/country.ts";
import * as core from "#catalogue/rules/country-name.ts";
import { documentLanguage } from "#ui/web/i18n/messages.tsx";

export function countryName(code: CountryCode): string {
  return core.countryName(code, documentLanguage());
}

/** The name of the country with that code, or the text itself. */
export function countryText(code: string): string {
  const country = countryByCode(code);
  return country === null ? code : countryName(country.code);
}

/** A stored place: the name of its country, or the text as staff typed it. */
export function placeName(stored: string): string {
  return core.placeName(stored, documentLanguage());
}
