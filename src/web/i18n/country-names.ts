// Countries in the language of the document: names, and options of a select that can be searched.
import { type CountryCode, countries, countryByCode, countryByName } from "#core/country.ts";
import * as names from "#core/country-name.ts";
import type { RateDestinationId } from "#core/shipping-rate.ts";
import { rateDestinationIds } from "#core/shipping-rate.ts";
import type { TrackingIssuer } from "#core/tracking-number.ts";
import { readerLocale } from "#web/ui/figures.tsx";
import { carrierName, rateDestinationName } from "./labels.ts";
import { documentLanguage, t } from "./messages.tsx";

export function countryName(code: CountryCode): string {
  return names.countryName(code, documentLanguage());
}

/** The name of the country with that code, or the text itself. */
export function countryText(code: string): string {
  const country = countryByCode(code);
  return country === null ? code : countryName(country.code);
}

/** A stored place: the name of its country, or the text as staff typed it. */
export function placeName(stored: string): string {
  return names.placeName(stored, documentLanguage());
}

/** An end of a leg of a quoted route: a country, or a destination of the price table. */
export function quotedPlaceName(place: CountryCode | RateDestinationId): string {
  const destination = rateDestinationIds.find((id) => id === place);
  return destination === undefined
    ? countryName(place as CountryCode)
    : rateDestinationName(destination);
}

/** Who issued a tracking number. */
export function issuerName(issuer: TrackingIssuer): string {
  return typeof issuer === "string"
    ? carrierName(issuer)
    : t("labels.postOfCountry", { country: countryName(issuer.postOf) });
}

/** A country in a select; `value` is its code, or its English name where that is what is stored. */
export type CountryOption = { readonly value: string; readonly label: string };

function sortedOptions(valueOf: (country: (typeof countries)[number]) => string): CountryOption[] {
  const { compare } = new Intl.Collator(readerLocale());
  return countries
    .map((country) => ({ value: valueOf(country), label: countryName(country.code) }))
    .toSorted((one, other) => compare(one.label, other.label));
}

/** All countries by code, in the order of their names in the language. */
export function countryCodeOptions(): CountryOption[] {
  return sortedOptions(({ code }) => code);
}

/** All countries by the English name under which packages are stored. */
export function countryNameOptions(): CountryOption[] {
  return sortedOptions(({ name }) => name);
}

function withoutAccents(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

/**
 * The countries whose name in the language or in English contains the search text, ignoring accents. An exact name or
 * alias ("UK") comes first, then names that start with the text, then the country with that code.
 */
export function matchingCountries(
  options: readonly CountryOption[],
  search: string,
): CountryOption[] {
  const text = withoutAccents(search.trim());
  const exactCode = countryByName(search)?.code;
  const rank = ({ value, label }: CountryOption) => {
    const country = countryByCode(value) ?? countryByName(value);
    if (country !== null && country.code === exactCode) return 0;
    const found = [label, country?.name ?? label].map((name) => withoutAccents(name).indexOf(text));
    if (found.includes(0)) return 1;
    if (country?.code.toLowerCase() === text) return 2;
    return found.some((position) => position > 0) ? 3 : 4;
  };
  return options
    .map((option) => ({ option, rank: rank(option) }))
    .filter((match) => match.rank < 4)
    .toSorted((one, other) => one.rank - other.rank)
    .map((match) => match.option);
}
