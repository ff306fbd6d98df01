import { SimpleGrid, Switch, TextInput } from "@mantine/core";
import type { AppForm } from "#ui/web/app-form.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { parseAmountCents } from "#platform/rules/money.ts";
import { parseDimensions } from "#catalogue/rules/dimensions.ts";
import { shipRequestLimits } from "#shipping/rules/ship-request.ts";
import { parsedText, requiredText } from "#ui/web/field-rules.ts";

/** A switch whose text is "on" or empty. */
export function SwitchField<Name extends string>(props: {
  form: AppForm<Name>;
  name: Name;
  label: string;
  description?: string;
}) {
  const { form, name } = props;
  return (
    <Switch
      label={props.label}
      description={props.description}
      checked={form.values[name] !== ""}
      onChange={(event) =>
        form.write({ [name]: event.currentTarget.checked ? "on" : "" } as Record<Name, string>)
      }
    />
  );
}

/** Since when a price holds, and where it was decided. */
export function SourceFields({ form }: { form: AppForm<"validFrom" | "source"> }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
      <TextInput
        {...form.field("validFrom")}
        type="date"
        label={t("packing-prices.validFrom")}
        description={t("packing-prices.validFromHint")}
        min="2000-01-01"
        max="2099-12-31"
        withAsterisk
      />
      <TextInput
        {...form.field("source")}
        label={t("packing-prices.source")}
        description={t("packing-prices.sourceHint")}
        maxLength={200}
        autoComplete="off"
        withAsterisk
      />
    </SimpleGrid>
  );
}

const maximumCents = 1_000_000;

/** An amount, also of nothing. */
export const priceText = parsedText(
  (text) => {
    if (/^0+(?:\.0{1,2})?$/.test(text)) return 0;
    const reading = parseAmountCents(text);
    return reading.ok && reading.amountCents <= maximumCents ? reading.amountCents : null;
  },
  () => t("packing-prices.priceInvalid"),
);

export const sidesText = parsedText(
  (text) => parseDimensions(text, shipRequestLimits.sideMm),
  () => t("packing-prices.sidesInvalid"),
);

/** A whole number between two limits. */
export function wholeNumberText(minimum: number, maximum: number, message: () => string) {
  return parsedText((text) => {
    const value = /^\d{1,6}$/.test(text) ? Number(text) : -1;
    return value >= minimum && value <= maximum ? value : null;
  }, message);
}

export const dayField = requiredText(() => t("packing-prices.validFromMissing"));
export const sourceField = requiredText(() => t("packing-prices.sourceMissing"));

/** A switch in a form, whose fields are texts. */
export const isOn = (text: string): boolean => text !== "";
export const switchText = (on: boolean): string => (on ? "on" : "");
