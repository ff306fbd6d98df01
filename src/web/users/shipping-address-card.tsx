import { SimpleGrid, TextInput } from "@mantine/core";
import { countryOptions, matchingCountries } from "#web/i18n/country-names.ts";
import { SectionCard } from "#web/ui/section-card.tsx";
import { Select } from "#web/ui/select.tsx";
import type { ProfileFields } from "./profile-form.tsx";

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
          data={countryOptions("byCode")}
          filter={({ search }) => matchingCountries("byCode", search)}
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
