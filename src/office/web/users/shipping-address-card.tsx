import { SimpleGrid, TextInput } from "@mantine/core";
import { countryOptions, matchingCountries } from "#catalogue/web/i18n/country-options.ts";
import { SectionCard } from "#ui/web/section-card.tsx";
import { Select } from "#ui/web/select.tsx";
import type { ProfileFields } from "./profile-fields.ts";
import { t } from "./messages.ts";

export function ShippingAddressCard(props: { fields: ProfileFields }) {
  const { field, select } = props.fields;
  return (
    <SectionCard title={t("users.address.title")}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          {...field("address")}
          label={t("users.address.street")}
          autoComplete="address-line1"
        />
        <TextInput
          {...field("addressLine2")}
          label={t("users.address.line2")}
          autoComplete="address-line2"
        />
        <TextInput
          {...field("city")}
          label={t("users.address.city")}
          autoComplete="address-level2"
        />
        <TextInput
          {...field("state")}
          label={t("users.address.state")}
          autoComplete="address-level1"
        />
        <TextInput
          {...field("postalCode")}
          label={t("users.address.postalCode")}
          autoComplete="postal-code"
        />
        <Select
          {...select("country")}
          data={countryOptions("byCode")}
          filter={({ search }) => matchingCountries("byCode", search)}
          label={t("users.address.country")}
          placeholder={t("users.address.countryPlaceholder")}
          searchable
          selectFirstOptionOnChange
          autoSelectOnBlur
          clearable
          autoComplete="country-name"
          nothingFoundMessage={t("users.address.noCountry")}
          maxDropdownHeight={280}
        />
      </SimpleGrid>
    </SectionCard>
  );
}
