import { TextInput } from "@mantine/core";
import {
  categoryTextCharacters,
  commerceTypes,
  shipmentCategories,
  usualCategory,
  type Category,
} from "#shipping/rules/declaration.ts";
import type { AppForm } from "#ui/web/app-form.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { Select } from "#ui/web/select.tsx";

export type CategoryTexts = Readonly<Record<keyof Category, string>>;

/** The category that a form's texts state. */
export function categoryOf(texts: CategoryTexts): Category {
  const category = shipmentCategories.find((one) => one === texts.category);
  return {
    category: category ?? usualCategory.category,
    categoryText: needsText(texts.category) ? texts.categoryText.trim() : "",
    commerceType:
      commerceTypes.find((one) => one === texts.commerceType) ?? usualCategory.commerceType,
  };
}

function needsText(category: string): boolean {
  return category === "gift" || category === "other";
}

/** What is missing of a category, by field. */
export function categoryErrors(texts: CategoryTexts): Readonly<Record<string, string>> {
  const isMissing = needsText(texts.category) && texts.categoryText.trim() === "";
  return isMissing ? { categoryText: t("ship-requests.category.textMissing") } : {};
}

/** Why the goods are sent, and who sold to whom. */
export function CategoryFields(props: {
  form: Pick<AppForm<keyof Category>, "field" | "select" | "values">;
  mayBeGift: boolean;
}) {
  const { form, mayBeGift } = props;
  const { category } = form.values;
  return (
    <>
      <Select
        {...form.select("category")}
        label={t("ship-requests.category")}
        description={mayBeGift ? null : t("ship-requests.category.noGift")}
        data={shipmentCategories.map((value) => ({
          value,
          label: t(`ship-requests.category.${value}`),
          disabled: value === "gift" && !mayBeGift && category !== "gift",
        }))}
      />
      {needsText(category) ? (
        <TextInput
          {...form.field("categoryText")}
          label={t(
            category === "gift"
              ? "ship-requests.category.whoGave"
              : "ship-requests.category.whatItIs",
          )}
          maxLength={categoryTextCharacters}
          autoComplete="off"
          withAsterisk
        />
      ) : null}
      <Select
        {...form.select("commerceType")}
        label={t("ship-requests.commerceType")}
        data={commerceTypes.map((value) => ({
          value,
          label: t(`ship-requests.commerceType.${value}`),
        }))}
      />
    </>
  );
}
