/** The card of a profile on where packages go. */
import { SimpleGrid, TextInput, type ComboboxItem } from "@mantine/core";
import { countries, countryByName } from "#core/country.ts";
import { SectionCard } from "#web/ui/section-card.tsx";
import { Select } from "#web/ui/select.tsx";
import type { ProfileFields } from "./profile-form.tsx";

const options: ComboboxItem[] = countries.map(({ code, name }) => ({ value: code, label: name }));

function bareLetters(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

/**
 * Countries whose name holds what was typed, without regard to accents. The one that it names in
 * full or by another name ("UK") comes first, then those that begin with it.
 */
function matchingCountries(search: string): ComboboxItem[] {
  const wanted = bareLetters(search.trim());
  const named = countryByName(search)?.code;
  const rank = ({ value, label }: ComboboxItem) => {
    if (value === named) return 0;
    const place = bareLetters(label).indexOf(wanted);
    return place > 0 ? 2 : place + 1 || 3;
  };
  return options
    .map((option) => ({ option, rank: rank(option) }))
    .filter((match) => match.rank < 3)
    .toSorted((one, other) => one.rank - other.rank)
    .map((match) => match.option);
}

export function ShippingAddressCard(props: { fields: ProfileFields }) {
  const { field, write } = props.fields;
  const { value, error, name, ref } = field("country");
  return (
    <SectionCard title="Shipping Address">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput {...field("address")} label="Street Address" autoComplete="street-address" />
        <TextInput {...field("city")} label="City" autoComplete="address-level2" />
        <TextInput {...field("postalCode")} label="Postal Code" autoComplete="postal-code" />
        <Select
          ref={ref}
          name={name}
          value={value === "" ? null : value}
          error={error}
          onChange={(code) => write("country", code ?? "")}
          data={options}
          filter={({ search }) => matchingCountries(search)}
          label="Country"
          placeholder="Choose a country"
          searchable
          selectFirstOptionOnChange
          autoSelectOnBlur
          clearable
          autoComplete="country-name"
          nothingFoundMessage="No country of that name"
          maxDropdownHeight={280}
        />
      </SimpleGrid>
    </SectionCard>
  );
}
