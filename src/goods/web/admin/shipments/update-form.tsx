import { SimpleGrid, Text, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import * as z from "zod/mini";
import type { ShippingLeg } from "#goods/contract/packages.ts";
import { trackingStages, type TrackingStage } from "#tracking/rules/tracking-stages.ts";
import { useApiClient } from "#goods/web/api.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { useAppForm } from "#ui/web/app-form.ts";
import { requiredText } from "#ui/web/field-rules.ts";
import { DialogForm } from "#ui/web/form.tsx";
import { Select } from "#ui/web/select.tsx";
import { localTimeText, momentOf } from "./leg-draft.ts";
import { useShipmentChanges } from "./shipment-changes.ts";

// What a provider says about a number, and no carrier about a consignment.
const offeredStages = trackingStages.filter(
  (stage) => stage !== "unknown_number" && stage !== "expired",
);

const schema = z.object({
  stage: requiredText(() => t("admin-shipment-details.update.stageMissing")),
  occurredAt: z.string().check(
    z.refine((text) => momentOf(text) !== null, {
      error: () => t("admin-shipment-details.update.timeMissing"),
      abort: true,
    }),
    z.refine((text) => Date.parse(momentOf(text) ?? "") <= Date.now(), {
      error: () => t("admin-shipment-details.update.timeAhead"),
    }),
  ),
  description: requiredText(() => t("admin-shipment-details.update.textMissing")),
});

/** Adds what a carrier says that reports nothing to us; it moves the leg by the same rule. */
export function UpdateForm(props: { leg: ShippingLeg; onDone: () => void }) {
  const { id: legId, legNumber } = props.leg;
  const client = useApiClient();
  const changes = useShipmentChanges();
  const form = useAppForm({
    schema,
    initialValues: { stage: "", occurredAt: "", description: "" },
    startAt: "stage",
    draft: { name: `leg-update:${legId}` },
    onSubmit: async ({ stage, occurredAt, description }, { showToast, removeDraft }) => {
      try {
        await client.tracking.addEvent({
          legId,
          stage: stage as TrackingStage,
          occurredAt: momentOf(occurredAt) ?? "",
          description,
        });
      } finally {
        changes.refresh();
      }
      removeDraft();
      showToast({ title: t("admin-shipment-details.update.added"), kind: "success" });
      props.onDone();
    },
  });
  const [latest] = useState(() => localTimeText(new Date().toISOString()));
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <DialogForm
      form={form}
      label={t("admin-shipment-details.addUpdateToLeg", { number: legNumber })}
      submitLabel={t("admin-shipment-details.update.submit")}
      onCancel={props.onDone}
      intro={
        <Text size="sm" c="dimmed">
          {t("admin-shipment-details.update.hint")}
        </Text>
      }
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
        <Select
          {...form.select("stage")}
          label={t("admin-shipment-details.update.stage")}
          data={offeredStages.map((stage) => ({
            value: stage,
            label: t(`carrier-events.stage.${stage}`),
          }))}
          withAsterisk
        />
        <TextInput
          {...form.field("occurredAt")}
          type="datetime-local"
          label={t("admin-shipment-details.update.occurredAt")}
          description={t("admin-shipment-details.update.zone", { zone: timeZone })}
          max={latest}
          autoComplete="off"
          withAsterisk
        />
      </SimpleGrid>
      <Textarea
        {...form.field("description")}
        label={t("admin-shipment-details.update.text")}
        maxLength={500}
        autosize
        minRows={2}
        maxRows={8}
        autoComplete="off"
        withAsterisk
      />
    </DialogForm>
  );
}
