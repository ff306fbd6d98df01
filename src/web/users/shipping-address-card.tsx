import { SimpleGrid, TextInput, type ComboboxItem } from "@mantine/core";
import { countries, countryByName } from "#core/country.ts";
import { SectionCard } from "#web/ui/section-card.tsx";
import { Select } from "#web/ui/select.tsx";
import type { ProfileFields } from "./profile-form.tsx";

const options: ComboboxItem[] = countries.map(({ code, name }) => ({ value: code, label: name }));

function withoutAccents(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

/**
 * Countries whose name contains the search text, ignoring accents. An exact name or alias ("UK") comes first, then names
 * that start with the text.
 */
function matchingCountries(search: string): ComboboxItem[] {
  const text = withoutAccents(search.trim());
  const exactCode = countryByName(search)?.code;
  const rank = ({ value, label }: ComboboxItem) => {
    if (value === exactCode) return 0;
    const position = withoutAccents(label).indexOf(text);
    return position > 0 ? 2 : position + 1 || 3;
  };
  return options
    .map((option) => ({ option, rank: rank(option) }))
    .filter((match) => match.rank < 3)
    .toSorted((one, other) => one.rank - other.rank)
    .map((match) => match.option);
}

export function ShippingAddressCard(props: { fields: ProfileFields }) {
  const { field, select } = props.fields;
  return (
    <SectionCard title="Shipping Address">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput {...field("address")} label="Street Address" autoComplete="address-line1" />
        <TextInput {...field("addressLine2")} label="Address Line 2" autoComplete="address-line2" />
        <TextInput {...field("city")} label="City" autoComplete="address-level2" />
        <TextInput {...field("state")} label="State or Province" autoComplete="address-level1" />
        <TextInput {...field("postalCode")} label="Postal Code" autoComplete="postal-code" />
        <Select
          {...select("country")}
          data={options}
          filter={({ search }) => matchingCountries(search)}
          label="Country"
          placeholder="Choose a country"
          searchable
          selectFirstOptionOnChange
          autoSelectOnBlur
          clearable
          autoComplete="country-name"
          nothingFoundMessage="No matching country"
          maxDropdownHeight={280}
        />
      </SimpleGrid>
    </SectionCard>
  );
}
