import { Button, Group, Text, SimpleGrid, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import * as z from "zod/mini";
import { useAppForm, type AppForm } from "#ui/web/app-form.ts";
import { Form } from "#ui/web/form.tsx";
import { SectionCard, Split } from "#ui/web/section-card.tsx";
import { ComparisonResults } from "./comparison-results.tsx";
import { comparisonSchema, sideNames } from "./comparison-schema.ts";
import { costAnchor } from "#platform/rules/page-addresses.ts";
import classes from "#catalogue/web/calculator/calculator.module.css";
import { t } from "#ui/web/i18n/messages.tsx";
import { originCodes } from "#catalogue/rules/country.ts";
import { batteryKinds, goodsFlags } from "#catalogue/rules/shipping-service.ts";
import { countryName } from "#catalogue/web/i18n/country-names.ts";
import { countryOptions, matchingCountries } from "#catalogue/web/i18n/country-options.ts";
import { batteryLabel, goodsFlagLabel } from "#catalogue/web/i18n/contents-labels.ts";
import { ChoiceChips } from "#ui/web/choice-chips.tsx";
import { NumberField } from "#ui/web/number-field.tsx";
import { Select } from "#ui/web/select.tsx";

/**
 * Compares all services for the parcel of the form above. It asks on submit, or at once for the parcel of a link that asks
 * what it costs, since visitors may ask a number of times an hour; once they did, it follows the weight.
 * @param props.weightGrams null while there is no valid weight, `props.country` empty while it is not known.
 */
export function Comparison(props: {
  weightGrams: number | null;
  focusWeight: () => void;
  country: string;
  origin: string;
}) {
  const { weightGrams } = props;
  const [typed, setTyped] = useState<z.output<typeof comparisonSchema> | null>(null);
  const [lacksWeight, setLacksWeight] = useState(false);
  const initialValues = {
    length: "",
    width: "",
    height: "",
    country: props.country,
    origin: props.origin,
    postalCode: "",
    battery: "",
    goods: "",
  };
  const { hash } = useLocation();
  const linked = z.safeParse(comparisonSchema, initialValues);
  const isLinked = hash === costAnchor && linked.success && weightGrams !== null;
  const compared = typed ?? (isLinked ? linked.data : null);
  const formCard = useRef<HTMLDivElement>(null);
  const servicesCard = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hash === costAnchor) (isLinked ? servicesCard : formCard).current?.scrollIntoView();
  }, [hash, isLinked]);
  const form = useAppForm({
    schema: comparisonSchema,
    initialValues,
    draft: { name: "comparison", until: "left" },
    onSubmit: (parcel) => {
      setTyped(parcel);
      setLacksWeight(weightGrams === null);
      if (weightGrams === null) props.focusWeight();
    },
  });
  return (
    <Split
      isEven
      first={
        <div ref={formCard} className={classes["answer"]}>
          <SectionCard title={t("comparison.heading")} description={t("comparison.hint")}>
            <Form form={form} label={t("comparison.heading")}>
              <ComparisonFields form={form} />
              <Group justify="flex-end">
                {lacksWeight && weightGrams === null ? (
                  <Text size="sm" c="error" role="alert">
                    {t("comparison.weightMissing")}
                  </Text>
                ) : null}
                <Button type="submit">{t("comparison.compare")}</Button>
              </Group>
            </Form>
          </SectionCard>
        </div>
      }
      second={
        <div ref={servicesCard} className={classes["answer"]}>
          <ComparisonResults
            parcel={compared === null || weightGrams === null ? null : { ...compared, weightGrams }}
            focusWeight={props.focusWeight}
          />
        </div>
      }
    />
  );
}

type ComparisonField =
  | "length"
  | "width"
  | "height"
  | "country"
  | "origin"
  | "postalCode"
  | "battery"
  | "goods";

/** Where the parcel goes, its size and contents. */
function ComparisonFields({ form }: { form: AppForm<ComparisonField> }) {
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
