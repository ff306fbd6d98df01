import { SimpleGrid, TextInput } from "@mantine/core";
import { originCodes } from "#catalogue/rules/country.ts";
import { batteryKinds, goodsFlags } from "#catalogue/rules/parcel-contents.ts";
import { countryName } from "#catalogue/web/i18n/country-names.ts";
import { countryOptions, matchingCountries } from "#catalogue/web/i18n/country-options.ts";
import { batteryLabel, goodsFlagLabel } from "#catalogue/web/i18n/contents-labels.ts";
import type { AppForm } from "#ui/web/app-form.ts";
import { ChoiceChips } from "#ui/web/choice-chips.tsx";
import { NumberField } from "#ui/web/number-field.tsx";
import { Select } from "#ui/web/select.tsx";
import { sideNames } from "./comparison-schema.ts";
import { t } from "./messages.ts";

export type ComparisonField =
  | "length"
  | "width"
  | "height"
  | "country"
  | "origin"
  | "postalCode"
  | "battery"
  | "goods";

/** Where the parcel goes, its size and contents. */
export function ComparisonFields({ form }: { form: AppForm<ComparisonField> }) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
        <Select
          {...form.select("country")}
          label={t("comparison.country")}
          data={countryOptions("byCode")}
          filter={({ search }) => matchingCountries("byCode", search)}
          searchable
          withAsterisk
          nothingFoundMessage={t("comparison.noMatch")}
          inputWrapperOrder={["label", "input", "description", "error"]}
        />
        <Select
          {...form.select("origin")}
          label={t("comparison.origin")}
          allowDeselect={false}
          data={originCodes.map((code) => ({ value: code, label: countryName(code) }))}
        />
      </SimpleGrid>
      <SimpleGrid cols={3} spacing="md">
        {sideNames.map((side) => (
          <NumberField
            key={side}
            field={form.field(side)}
            label={t(`comparison.${side}`)}
            min={0.1}
            step={1}
          />
        ))}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
        <Select
          {...form.select("battery")}
          label={t("comparison.battery")}
          placeholder={t("comparison.notStated")}
          clearable
          data={batteryKinds
            .filter((kind) => kind !== "unknown")
            .map((kind) => ({ value: kind, label: batteryLabel(kind) }))}
        />
        <TextInput
          {...form.field("postalCode")}
          label={t("comparison.postalCode")}
          placeholder={t("comparison.postalHint")}
          maxLength={20}
          autoComplete="postal-code"
        />
      </SimpleGrid>
      <ChoiceChips
        field={form.field("goods")}
        label={t("comparison.goods")}
        options={goodsFlags
          .filter((flag) => flag !== "oversize")
          .map((flag) => ({ value: flag, label: goodsFlagLabel(flag) }))}
      />
    </>
  );
}
