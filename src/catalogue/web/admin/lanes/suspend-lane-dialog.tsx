import { SimpleGrid, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import * as z from "zod/mini";
import { CarriersLoaded, carrierName, useCarriers } from "#catalogue/web/carriers/use-carriers.tsx";
import { laneConfidenceLabel } from "#catalogue/web/i18n/labels.ts";
import { countryByName } from "#catalogue/rules/country.ts";
import { languageNames } from "#platform/rules/language.ts";
import { todayOfRates } from "#catalogue/rules/price-day.ts";
import { laneConfidences } from "#catalogue/rules/lane.ts";
import { shippingServices } from "#catalogue/rules/shipping-rate.ts";
import { useApiClient } from "#catalogue/web/api.ts";
import { laneName, serviceLabel } from "#catalogue/web/calculator/route-words.ts";
import { countryOptions, matchingCountries } from "#catalogue/web/i18n/country-options.ts";
import { useRefetch } from "#ui/web/action.ts";
import { useAppForm, type AppForm } from "#ui/web/app-form.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { parsedText, requiredText } from "#ui/web/field-rules.ts";
import { DialogForm } from "#ui/web/form.tsx";
import { Select } from "#ui/web/select.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

function serviceOptions() {
  return [
    { value: "", label: t("admin-lanes.allServices") },
    ...shippingServices.map((id) => ({ value: id, label: serviceLabel(id) })),
  ];
}

function confidenceOptions() {
  return laneConfidences.map((id) => ({ value: id, label: laneConfidenceLabel(id) }));
}

const schema = z.object({
  carrierId: z.string(),
  service: z.pipe(
    z.string(),
    z.transform((text) => shippingServices.find((id) => id === text) ?? null),
  ),
  destination: parsedText(
    (text) => countryByName(text)?.code ?? null,
    () => t("fields.countryMissing"),
  ),
  suspendedOn: requiredText(() => t("fields.dayMissing")),
  reason: requiredText(() => t("fields.suspensionReasonMissing")),
  reasonInTraditional: z.string(),
  reasonInSimplified: z.string(),
  source: z.string(),
  confidence: z.enum(laneConfidences),
});

type LaneForm = AppForm<keyof z.input<typeof schema>>;

function emptyDraft() {
  return {
    carrierId: "hk-post",
    service: "",
    destination: "",
    suspendedOn: todayOfRates(new Date()),
    reason: "",
    reasonInTraditional: "",
    reasonInSimplified: "",
    source: "",
    confidence: "announced",
  };
}

function LaneFields({ form }: { form: LaneForm }) {
  const { items } = useCarriers();
  const offered = items?.filter(({ isActive }) => isActive) ?? [];
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
      <Select
        {...form.field("carrierId")}
        label={t("common.carrier")}
        data={offered.map((carrier) => ({ value: carrier.code, label: carrierName(carrier) }))}
        allowDeselect={false}
      />
      <Select
        {...form.field("service")}
        label={t("common.service")}
        data={serviceOptions()}
        allowDeselect={false}
      />
      <Select
        {...form.select("destination")}
        label={t("common.destination")}
        data={countryOptions("byName")}
        filter={({ search }) => matchingCountries("byName", search)}
        searchable
        withAsterisk
        placeholder={t("admin-lanes.chooseCountry")}
        nothingFoundMessage={t("admin-lanes.noMatchingCountry")}
      />
      <TextInput
        {...form.field("suspendedOn")}
        type="date"
        label={t("admin-lanes.suspendedOn")}
        min="2000-01-01"
        max="2099-12-31"
        withAsterisk
      />
    </SimpleGrid>
  );
}

function ReasonFields({ form }: { form: LaneForm }) {
  return (
    <>
      <Textarea
        {...form.field("reason")}
        label={t("common.reason")}
        description={t("admin-lanes.reasonHint")}
        withAsterisk
        autosize
        minRows={2}
        maxLength={500}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
        <Textarea
          {...form.field("reasonInTraditional")}
          label={t("admin-lanes.reasonIn", { language: languageNames["zh-Hant-HK"] })}
          placeholder={t("admin-lanes.optional")}
          autosize
          minRows={2}
          maxLength={500}
        />
        <Textarea
          {...form.field("reasonInSimplified")}
          label={t("admin-lanes.reasonIn", { language: languageNames["zh-Hans"] })}
          placeholder={t("admin-lanes.optional")}
          autosize
          minRows={2}
          maxLength={500}
        />
        <Select
          {...form.field("confidence")}
          label={t("admin-lanes.confidence")}
          data={confidenceOptions()}
          allowDeselect={false}
        />
        <TextInput
          {...form.field("source")}
          label={t("admin-lanes.source")}
          placeholder={t("admin-lanes.optional")}
          maxLength={500}
          autoComplete="off"
        />
      </SimpleGrid>
    </>
  );
}

function SuspendLaneForm(props: { onDone: () => void }) {
  const client = useApiClient();
  const refetch = useRefetch();
  const { nameOf } = useCarriers();
  const [initialValues] = useState(emptyDraft);
  const form = useAppForm({
    schema,
    initialValues,
    startAt: "carrierId",
    draft: { name: "suspend-lane" },
    onSubmit: async (values, { showToast }) => {
      const { destination, reasonInTraditional, reasonInSimplified, ...texts } = values;
      const lane = {
        ...texts,
        destinationCode: destination,
        translatedReasons: { "zh-Hant-HK": reasonInTraditional, "zh-Hans": reasonInSimplified },
      };
      await client.lanes.suspendLane(lane);
      refetch();
      showToast({
        title: t("admin-lanes.suspendedToast"),
        description: laneName(lane, nameOf),
        kind: "success",
      });
      props.onDone();
    },
  });
  return (
    <DialogForm
      form={form}
      label={t("admin-lanes.suspend")}
      submitLabel={t("admin-lanes.suspendLane")}
      onCancel={props.onDone}
    >
      <LaneFields form={form} />
      <ReasonFields form={form} />
    </DialogForm>
  );
}

export function SuspendLaneDialog(props: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={t("admin-lanes.suspend")}
      size="lg"
    >
      {props.isOpen ? (
        <CarriersLoaded>
          <SuspendLaneForm onDone={props.onClose} />
        </CarriersLoaded>
      ) : null}
    </Dialog>
  );
}
