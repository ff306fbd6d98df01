import { SimpleGrid, TextInput } from "@mantine/core";
import * as z from "zod/mini";
import { countryByName } from "#catalogue/rules/country.ts";
import { isPostalPrefix } from "#catalogue/rules/tracking-number-text.ts";
import { useApiClient } from "#shipping/web/api.ts";
import { countryOptions, matchingCountries } from "#catalogue/web/i18n/country-options.ts";
import { useRefetch } from "#ui/web/action.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { parsedText, requiredText } from "#ui/web/field-rules.ts";
import { DialogForm } from "#ui/web/form.tsx";
import { Select } from "#ui/web/select.tsx";
import { useServiceOptions } from "./use-service-options.ts";
import { t } from "#ui/web/i18n/messages.tsx";

function parsedPrefix(text: string): string | null {
  const prefix = text.trim().toUpperCase();
  return isPostalPrefix(prefix) ? prefix : null;
}

function parsedSerial(text: string): number | null {
  return /^\d{1,8}$/.test(text.trim()) ? Number(text) : null;
}

const serial = () => parsedText(parsedSerial, () => t("number-ranges.serialWrong"));

const schema = z.object({
  serviceCode: requiredText(() => t("number-ranges.serviceMissing")),
  prefix: parsedText(parsedPrefix, () => t("number-ranges.prefixWrong")),
  country: parsedText(
    (text) => countryByName(text)?.code ?? null,
    () => t("number-ranges.countryWrong"),
  ),
  firstSerial: serial(),
  lastSerial: serial(),
  source: requiredText(() => t("number-ranges.sourceMissing")),
});

function useRangeForm(onDone: () => void) {
  const client = useApiClient();
  const refetch = useRefetch();
  return useAppForm({
    schema,
    initialValues: {
      serviceCode: "hk-post-air",
      prefix: "",
      country: "Hong Kong",
      firstSerial: "",
      lastSerial: "",
      source: "",
    },
    startAt: "prefix",
    draft: { name: "number-range" },
    fieldOf: { number_range_overlaps: "firstSerial", service_not_found: "serviceCode" },
    onSubmit: async ({ country, ...values }, { showToast }) => {
      const range = await client.numberRanges.createNumberRange({
        ...values,
        countryCode: country,
      });
      refetch();
      showToast({
        title: t("number-ranges.added"),
        description: t("number-ranges.addedHint", {
          first: range.firstNumber,
          last: range.lastNumber,
        }),
        kind: "success",
      });
      onDone();
    },
  });
}

function RangeForm({ onDone }: { onDone: () => void }) {
  const form = useRangeForm(onDone);
  const services = useServiceOptions();
  return (
    <DialogForm
      form={form}
      label={t("number-ranges.addTitle")}
      submitLabel={t("number-ranges.add")}
      onCancel={onDone}
    >
      <Select
        {...form.field("serviceCode")}
        label={t("number-ranges.service")}
        data={services}
        allowDeselect={false}
        withAsterisk
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
        <TextInput
          {...form.field("prefix")}
          label={t("number-ranges.prefix")}
          description={t("number-ranges.prefixHint")}
          withAsterisk
          maxLength={2}
          autoComplete="off"
          autoCapitalize="characters"
        />
        <Select
          {...form.select("country")}
          label={t("number-ranges.country")}
          data={countryOptions("byName")}
          filter={({ search }) => matchingCountries("byName", search)}
          searchable
          withAsterisk
        />
        <TextInput
          {...form.field("firstSerial")}
          label={t("number-ranges.first")}
          description={t("number-ranges.serialHint")}
          withAsterisk
          inputMode="numeric"
          maxLength={8}
          autoComplete="off"
        />
        <TextInput
          {...form.field("lastSerial")}
          label={t("number-ranges.last")}
          description={t("number-ranges.serialHint")}
          withAsterisk
          inputMode="numeric"
          maxLength={8}
          autoComplete="off"
        />
      </SimpleGrid>
      <TextInput
        {...form.field("source")}
        label={t("number-ranges.source")}
        description={t("number-ranges.sourceHint")}
        withAsterisk
        maxLength={200}
        autoComplete="off"
      />
    </DialogForm>
  );
}

/** Enters consecutive postal numbers. */
export function RangeDialog(props: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={t("number-ranges.addTitle")}
      size="lg"
    >
      {props.isOpen ? <RangeForm onDone={props.onClose} /> : null}
    </Dialog>
  );
}
