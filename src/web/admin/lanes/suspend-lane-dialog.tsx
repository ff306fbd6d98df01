import { Button, Group, SimpleGrid, Textarea, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { carrierName, laneConfidenceLabel } from "#web/i18n/labels.ts";
import { t } from "#web/i18n/messages.tsx";
import { carriers } from "#core/carrier.ts";
import { countryByName } from "#core/country.ts";
import { laneConfidences } from "#core/lane.ts";
import { shippingServices } from "#core/shipping-rate.ts";
import { useApi, useApiClient } from "#web/api.tsx";
import { laneName } from "#web/calculator/lane-words.ts";
import { serviceLabel } from "#web/calculator/quote-words.ts";
import { countryOptions, matchingCountries } from "#web/i18n/country-names.ts";
import { useAppForm, type AppForm } from "#web/ui/app-form.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { parsedText, requiredText } from "#web/ui/field-rules.ts";
import { FormError } from "#web/ui/form-error.tsx";
import { Form } from "#web/ui/form.tsx";
import { Select } from "#web/ui/select.tsx";

const carrierOptions = () => carriers.map(({ id }) => ({ value: id, label: carrierName(id) }));
const serviceOptions = () => [
  { value: "", label: "All services" },
  ...shippingServices.map((id) => ({ value: id, label: serviceLabel(id) })),
];
const confidenceOptions = () =>
  laneConfidences.map((id) => ({ value: id, label: laneConfidenceLabel(id) }));

const schema = z.object({
  carrierId: z.enum(carriers.map(({ id }) => id)),
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
  source: z.string(),
  confidence: z.enum(laneConfidences),
});

type LaneForm = AppForm<keyof z.input<typeof schema>>;

function emptyDraft() {
  return {
    carrierId: "hk-post",
    service: "",
    destination: "",
    suspendedOn: new Date().toISOString().slice(0, 10),
    reason: "",
    source: "",
    confidence: "announced",
  };
}

function LaneFields({ form }: { form: LaneForm }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
      <Select
        {...form.field("carrierId")}
        label="Carrier"
        data={carrierOptions()}
        allowDeselect={false}
      />
      <Select
        {...form.field("service")}
        label="Service"
        data={serviceOptions()}
        allowDeselect={false}
      />
      <Select
        {...form.select("destination")}
        label="Destination"
        data={countryOptions("byName")}
        filter={({ search }) => matchingCountries("byName", search)}
        searchable
        withAsterisk
        placeholder="Choose a country"
        nothingFoundMessage="No matching country"
      />
      <TextInput
        {...form.field("suspendedOn")}
        type="date"
        label="Suspended on"
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
        label="Reason"
        description="Customers see it with quotes and when they add a package."
        withAsterisk
        autosize
        minRows={2}
        maxLength={500}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
        <Select
          {...form.field("confidence")}
          label="Confidence"
          data={confidenceOptions()}
          allowDeselect={false}
        />
        <TextInput
          {...form.field("source")}
          label="Source"
          placeholder="Optional"
          maxLength={500}
          autoComplete="off"
        />
      </SimpleGrid>
    </>
  );
}

function SuspendLaneForm(props: { onDone: () => void }) {
  const api = useApi();
  const client = useApiClient();
  const queryClient = useQueryClient();
  const [initialValues] = useState(emptyDraft);
  const form = useAppForm({
    schema,
    initialValues,
    startAt: "carrierId",
    draft: { name: "suspend-lane" },
    onSubmit: async ({ destination, ...texts }, { showToast }) => {
      const lane = { ...texts, destinationCode: destination };
      await client.lanes.suspendLane(lane);
      void queryClient.invalidateQueries({ queryKey: api.lanes.key() });
      showToast({ title: "Lane suspended", description: laneName(lane), kind: "success" });
      props.onDone();
    },
  });
  return (
    <Form form={form} label="Suspend a lane">
      <FormError form={form} fallback={t("toasts.unexpected.description")} />
      <LaneFields form={form} />
      <ReasonFields form={form} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" disabled={form.isSubmitting} onClick={props.onDone}>
          Cancel
        </Button>
        <Button type="submit" loading={form.isSubmitting}>
          Suspend lane
        </Button>
      </Group>
    </Form>
  );
}

export function SuspendLaneDialog(props: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={props.isOpen} onClose={props.onClose} title="Suspend a lane" size="lg">
      {props.isOpen ? <SuspendLaneForm onDone={props.onClose} /> : null}
    </Dialog>
  );
}
