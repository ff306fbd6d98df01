// Countries as options of a select that can be searched, in the language of the document.
import { type CountryCode, countries, countryByName } from "#catalogue/rules/country.ts";
import { readerLocale } from "#ui/web/figures.tsx";
import { countryName } from "./country-names.ts";

/** A country in a select; `value` is its code, or its English name where that is what is stored. */
type CountryOption = { readonly value: string; readonly label: string };

function withoutAccents(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

type SearchedCountry = {
  readonly code: CountryCode;
  readonly names: readonly string[];
  readonly byCode: CountryOption;
  readonly byName: CountryOption;
};

function sortedCountries(): readonly SearchedCountry[] {
  const { compare } = new Intl.Collator(readerLocale());
  return countries
    .map(({ code, name }) => {
      const label = countryName(code);
      return {
        code,
        names: [label, name].map(withoutAccents),
        byCode: { value: code, label },
        byName: { value: name, label },
      };
    })
    .toSorted((one, other) => compare(one.byCode.label, other.byCode.label));
}

let searched: readonly SearchedCountry[] | null = null;

/** All countries in the order of their names in the language, which never changes in the browser. */
function searchedCountries(): readonly SearchedCountry[] {
  searched ??= sortedCountries();
  return searched;
}

type ValueKind = "byCode" | "byName";

/** All countries as options, with codes or with the English names under which packages are stored as values. */
export function countryOptions(kind: ValueKind): CountryOption[] {
  return searchedCountries().map((country) => country[kind]);
}

/**
 * The countries whose name in the language or in English contains the search text, ignoring accents. An exact name or
 * alias ("UK") comes first, then names that start with the text, then the country with that code.
 */
export function matchingCountries(kind: ValueKind, search: string): CountryOption[] {
  const text = withoutAccents(search.trim());
  const exactCode = countryByName(search)?.code;
  const rank = ({ code, names }: SearchedCountry) => {
    if (code === exactCode) return 0;
    const positions = names.map((name) => name.indexOf(text));
    if (positions.includes(0)) return 1;
    if (code.toLowerCase() === text) return 2;
    return positions.some((position) => position > 0) ? 3 : 4;
  };
  return searchedCountries()
    .map((country) => ({ option: country[kind], rank: rank(country) }))
    .filter((match) => match.rank < 4)
    .toSorted((one, other) => one.rank - other.rank)
    .map((match) => match.option);
}
