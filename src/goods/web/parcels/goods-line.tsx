import { Autocomplete, Button, Group, SimpleGrid, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { countryOptions, matchingCountries } from "#catalogue/web/i18n/country-options.ts";
import { descriptionLength } from "#goods/rules/goods-description.ts";
import { goodsItemLimits } from "#goods/rules/goods-item.ts";
import { declaredCurrencies } from "#goods/rules/inbound-parcel.ts";
import { useApi } from "#goods/web/api.ts";
import type { AppForm } from "#ui/web/app-form.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { LabelledTickBox } from "#ui/web/tick-box.tsx";
import { RowButton } from "#ui/web/row-button.tsx";
import { Select } from "#ui/web/select.tsx";
import { GoodsProperties } from "./goods-properties.tsx";
import { lineField, wordsOf } from "./goods-texts.ts";
import { describedAs } from "./suggested-goods.ts";
import classes from "./goods.module.css";

/** So long nothing is asked after a key, since somebody is typing. */
const debounceMilliseconds = 250;

type LineProps = {
  readonly form: AppForm<string>;
  readonly line: number;
};

/** What goods are, with suggestions in any of the three languages; choosing one fills in the code too. */
function DescriptionField({ form, line }: LineProps) {
  const field = form.field(lineField("description", line));
  const [isFocused, setFocused] = useState(false);
  const [typed] = useDebouncedValue(field.value.trim(), debounceMilliseconds);
  const { data } = useQuery({
    ...useApi().goods.suggestWords.queryOptions({ input: { text: typed } }),
    enabled: isFocused && typed !== "",
    placeholderData: keepPreviousData,
  });
  const words = typed === "" ? [] : (data?.items ?? []);
  return (
    <Autocomplete
      {...field}
      className={classes["description"] ?? ""}
      label={t("parcel-goods.description")}
      placeholder={t("parcel-goods.descriptionExample")}
      maxLength={descriptionLength.maximum}
      data={words.map(({ description }) => description)}
      // The server has found them, by words that are not in them.
      filter={({ options }) => options}
      renderOption={({ option }) => {
        const term = words.find(({ description }) => description === option.value)?.term;
        return (
          <div>
            <Text size="sm">{option.value}</Text>
            <Text size="xs" c="dimmed">
              {term}
            </Text>
          </div>
        );
      }}
      onChange={(value) => {
        field.onChange(value);
        form.write(describedAs({ texts: form.values, line }, value, { words, searched: typed }));
      }}
      // Below the field the suggestions would cover why it is refused.
      inputWrapperOrder={["label", "error", "input"]}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    />
  );
}

/** Whether it is a brand item, of which customs may ask for a proof of purchase. */
function BrandField({ form, line }: LineProps) {
  const name = lineField("flags", line);
  const flags = wordsOf(form.values[name] ?? "");
  const others = flags.filter((flag) => flag !== "branded");
  return (
    <LabelledTickBox
      label={t("parcel-goods.branded")}
      isTicked={flags.includes("branded")}
      onTick={(isTicked) => {
        const next = isTicked ? [...others, "branded"] : others;
        form.write({ [name]: next.join(" ") });
      }}
    />
  );
}

/** What few need to state: the rest of a customs paper's line. */
function FurtherFields({ form, line }: LineProps) {
  const identifier = { autoComplete: "off", maxLength: goodsItemLimits.otherProductIdCharacters };
  return (
    <>
      <Text size="xs" c="dimmed">
        {t("parcel-goods.moreHint")}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm" verticalSpacing="sm">
        <TextInput
          {...form.field(lineField("weight", line))}
          label={t("parcel-goods.weight")}
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
        />
        <TextInput
          {...form.field(lineField("code", line))}
          label={t("parcel-goods.code")}
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
        />
        <Select
          {...form.select(lineField("origin", line))}
          label={t("parcel-goods.origin")}
          {...(form.values[lineField("origin", line)] === "HK"
            ? { description: t("parcel-goods.originHongKong") }
            : {})}
          data={countryOptions("byCode")}
          filter={({ search }) => matchingCountries("byCode", search)}
          searchable
        />
        <TextInput
          {...form.field(lineField("original", line))}
          label={t("parcel-goods.original")}
          autoComplete="off"
          maxLength={goodsItemLimits.originalCharacters}
        />
        <TextInput
          {...form.field(lineField("shopId", line))}
          label={t("parcel-goods.shopId")}
          autoComplete="off"
          maxLength={goodsItemLimits.merchantProductIdCharacters}
        />
        <TextInput
          {...form.field(lineField("makerId", line))}
          {...identifier}
          label={t("parcel-goods.makerId")}
        />
        <TextInput
          {...form.field(lineField("barcode", line))}
          {...identifier}
          label={t("parcel-goods.barcode")}
        />
        <BrandField form={form} line={line} />
      </SimpleGrid>
    </>
  );
}

/** One kind of goods. */
export function GoodsLine({
  form,
  line,
  number,
  onRemove,
}: LineProps & { readonly number: number; readonly onRemove: (() => void) | null }) {
  const [isOpen, setOpen] = useState(false);
  const original = form.values[lineField("original", line)] ?? "";
  const isTranslated = original !== "" && original !== form.values[lineField("description", line)];
  return (
    <fieldset className={classes["line"]}>
      <legend className="visually-hidden">{t("parcel-goods.line", { number })}</legend>
      <div className={classes["fields"]}>
        <DescriptionField form={form} line={line} />
        <TextInput
          {...form.field(lineField("quantity", line))}
          label={t("parcel-goods.quantity")}
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
        />
        <TextInput
          {...form.field(lineField("value", line))}
          label={t("parcel-goods.value")}
          inputMode="decimal"
          autoComplete="off"
          maxLength={16}
        />
        <Select
          {...form.select(lineField("currency", line))}
          label={t("parcel-details.currency")}
          data={declaredCurrencies.map((code) => ({ value: code, label: code }))}
        />
      </div>
      {isTranslated ? (
        <Text size="xs" c="dimmed">
          {original}
        </Text>
      ) : null}
      <Group gap="xs">
        <RowButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t("parcel-goods.more")}
        </RowButton>
        {onRemove === null ? null : (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={t("parcel-goods.removeLine", { number })}
            onClick={onRemove}
          >
            {t("parcel-goods.remove")}
          </Button>
        )}
      </Group>
      {isOpen ? <FurtherFields form={form} line={line} /> : null}
      <GoodsProperties form={form} line={line} />
    </fieldset>
  );
}
