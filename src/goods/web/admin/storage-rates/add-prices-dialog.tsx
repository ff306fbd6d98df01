import { Alert, SimpleGrid, TextInput } from "@mantine/core";
import Info from "lucide-react/icons/info";
import { useState } from "react";
import type { StoragePrices } from "#goods/contract/storage.ts";
import { addCalendarDays } from "#platform/rules/calendar.ts";
import type { PlanName } from "#platform/rules/plan-name.ts";
import { priceDaysAhead } from "#catalogue/rules/price-day.ts";
import { storagePlans, storageRateLimits } from "#goods/rules/storage-fee.ts";
import { AmountInput } from "#money/web/admin/wallets/amount-input.tsx";
import { useApiClient } from "#goods/web/api.ts";
import { useRefetch } from "#ui/web/action.ts";
import { useAppForm, type AppForm } from "#ui/web/app-form.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { dayText } from "#ui/web/figures.tsx";
import { DialogForm } from "#ui/web/form.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import classes from "#goods/web/admin/storage-locations/storage.module.css";
import * as z from "zod/mini";
import { decimalText, parseAmountCents } from "#platform/rules/money.ts";
import { parseWeightGrams } from "#platform/rules/weight.ts";
import { parsedText, requiredText } from "#ui/web/field-rules.ts";

function PlanFields({ form, plan }: { form: AppForm<PriceField>; plan: PlanName | null }) {
  return (
    <fieldset className={classes["plan"]}>
      <legend>{plan ?? t("storage-rates.withoutPlan")}</legend>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" verticalSpacing="sm">
        <TextInput
          {...form.field(planField("freeDays", plan))}
          label={t("storage-rates.freeDays")}
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          required
        />
        <AmountInput field={form.field(planField("day", plan))} label={t("storage-rates.day")} />
        <AmountInput field={form.field(planField("cap", plan))} label={t("storage-rates.atMost")} />
      </SimpleGrid>
    </fieldset>
  );
}

function WeightFields({ form }: { form: AppForm<PriceField> }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
      <TextInput
        {...form.field("step")}
        label={t("storage-rates.step")}
        inputMode="decimal"
        autoComplete="off"
        maxLength={10}
        required
      />
      <TextInput
        {...form.field("divisor")}
        label={t("storage-rates.divisor")}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        required
      />
    </SimpleGrid>
  );
}

type Props = {
  readonly newest: StoragePrices | null;
  readonly today: string;
  readonly onDone: () => void;
};

function PricesForm({ newest, today, onDone }: Props) {
  const client = useApiClient();
  const refetch = useRefetch();
  const [initialValues] = useState(() => textsOf(newest));
  const form = useAppForm({
    schema: pricesSchema,
    initialValues,
    startAt: "validFrom",
    fieldOf: { invalid_storage_day: "validFrom", storage_rates_exist: "validFrom" },
    draft: { name: "storage-rates" },
    onSubmit: async (prices, { showToast }) => {
      await client.storageRates.addStorageRates(prices);
      refetch();
      showToast({
        title: t("storage-rates.added"),
        description: dayText(prices.validFrom),
        kind: "success",
      });
      onDone();
    },
    // Somebody else's new day belongs into the list behind the form.
    onError: refetch,
  });
  return (
    <DialogForm
      form={form}
      label={t("storage-rates.add")}
      submitLabel={t("storage-rates.add")}
      onCancel={onDone}
    >
      <Alert color="gray" icon={<Info size={18} aria-hidden="true" />}>
        {t("storage-rates.forGood")}
      </Alert>
      <TextInput
        {...form.field("validFrom")}
        type="date"
        label={t("storage-rates.validFrom")}
        description={t("storage-rates.validFromHint")}
        min={today}
        max={addCalendarDays(today, priceDaysAhead)}
        required
      />
      {storagePlans.map((plan) => (
        <PlanFields key={plan} form={form} plan={plan} />
      ))}
      <WeightFields form={form} />
      <TextInput
        {...form.field("source")}
        label={t("storage-rates.source")}
        description={t("storage-rates.sourceHint")}
        maxLength={storageRateLimits.source}
        autoComplete="off"
        required
      />
    </DialogForm>
  );
}

export function AddPricesDialog(props: { isOpen: boolean } & Props) {
  const { isOpen, ...form } = props;
  return (
    <Dialog isOpen={isOpen} onClose={props.onDone} title={t("storage-rates.add")} size="lg">
      {isOpen ? <PricesForm {...form} /> : null}
    </Dialog>
  );
}

export type PlanField = `${"freeDays" | "day" | "cap"}${PlanName | "None"}`;
export type PriceField = "validFrom" | "step" | "divisor" | "source" | PlanField;

export function planField(name: "freeDays" | "day" | "cap", plan: PlanName | null): PlanField {
  return `${name}${plan ?? "None"}`;
}

type Range = { readonly min: number; readonly max: number };

function isWithin(value: number, { min, max }: Range): boolean {
  return value >= min && value <= max;
}

function countText(range: Range, message: () => string) {
  return parsedText((text) => {
    const count = /^\d{1,6}$/.test(text) ? Number(text) : -1;
    return isWithin(count, range) ? count : null;
  }, message);
}

function amountText(range: Range, message: () => string) {
  return parsedText((text) => {
    const reading = parseAmountCents(text);
    return reading.ok && isWithin(reading.amountCents, range) ? reading.amountCents : null;
  }, message);
}

const freeDays = countText(storageRateLimits.freeDays, () => t("storage-rates.freeDaysInvalid"));
const day = amountText(storageRateLimits.dayCents, () => t("storage-rates.dayInvalid"));
const cap = amountText(storageRateLimits.capCents, () => t("storage-rates.capInvalid"));

const fields = z.object({
  validFrom: requiredText(() => t("storage-rates.validFromMissing")),
  freeDaysNone: freeDays,
  dayNone: day,
  capNone: cap,
  freeDaysBasic: freeDays,
  dayBasic: day,
  capBasic: cap,
  freeDaysSuper: freeDays,
  daySuper: day,
  capSuper: cap,
  freeDaysPremium: freeDays,
  dayPremium: day,
  capPremium: cap,
  step: parsedText(
    (text) => {
      const reading = parseWeightGrams(text);
      const isAccepted = reading.ok && isWithin(reading.weightGrams, storageRateLimits.stepGrams);
      return isAccepted ? reading.weightGrams : null;
    },
    () => t("storage-rates.stepInvalid"),
  ),
  divisor: countText(storageRateLimits.volumeDivisor, () => t("storage-rates.divisorInvalid")),
  source: requiredText(() => t("storage-rates.sourceMissing")),
});

/** The texts of a form, as the prices that it adds. */
export const pricesSchema = z.pipe(
  fields,
  z.transform((typed, context): StoragePrices => {
    const rates = storagePlans.map((plan) => ({
      plan,
      freeDays: typed[planField("freeDays", plan)],
      dayCents: typed[planField("day", plan)],
      capCents: typed[planField("cap", plan)],
    }));
    for (const { plan, dayCents, capCents } of rates) {
      if (capCents >= dayCents) continue;
      const message = t("storage-rates.capBelowDay");
      context.issues.push({
        code: "custom",
        message,
        input: typed,
        path: [planField("cap", plan)],
      });
    }
    const { validFrom, step: stepGrams, divisor: volumeDivisor, source } = typed;
    return { validFrom, stepGrams, volumeDivisor, rates, source };
  }),
);

/** The newest prices, from which new ones usually differ in a few figures; no day and no source. */
export function textsOf(prices: StoragePrices | null): Record<PriceField, string> {
  const entries = storagePlans.flatMap((plan): [PlanField, string][] => {
    const rate = prices?.rates.find((candidate) => candidate.plan === plan);
    return [
      [planField("freeDays", plan), rate?.freeDays.toString() ?? ""],
      [planField("day", plan), rate === undefined ? "" : decimalText(rate.dayCents)],
      [planField("cap", plan), rate === undefined ? "" : decimalText(rate.capCents)],
    ];
  });
  return {
    ...(Object.fromEntries(entries) as Record<PlanField, string>),
    validFrom: "",
    step: prices === null ? "" : String(prices.stepGrams / 1000),
    divisor: prices?.volumeDivisor.toString() ?? "",
    source: "",
  };
}
