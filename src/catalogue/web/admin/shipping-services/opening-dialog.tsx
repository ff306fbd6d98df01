import { Stack, Text, TextInput } from "@mantine/core";
import * as z from "zod/mini";
import type { ServiceVersionSummary } from "#catalogue/contract/shipping-services.ts";
import { addCalendarDays } from "#platform/rules/calendar.ts";
import { priceDaysAhead } from "#catalogue/rules/price-day.ts";
import { serviceLimits } from "#catalogue/rules/service-version.ts";
import { useApiClient } from "#catalogue/web/api.ts";
import { useRefetch } from "#ui/web/action.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { requiredText } from "#ui/web/field-rules.ts";
import { dayText } from "#ui/web/figures.tsx";
import { DialogForm } from "#ui/web/form.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

const schema = z.object({
  validFrom: requiredText(() => t("admin-services.validFromMissing")),
  source: requiredText(() => t("admin-services.sourceMissing")),
});

type Props = {
  readonly newest: ServiceVersionSummary;
  readonly today: string;
  readonly onDone: () => void;
};

function OpeningForm({ newest, today, onDone }: Props) {
  const client = useApiClient();
  const refetch = useRefetch();
  const label = t(newest.isActive ? "admin-services.close" : "admin-services.reopen");
  const form = useAppForm({
    schema,
    initialValues: { validFrom: today, source: "" },
    startAt: "validFrom",
    draft: { name: `service-opening:${newest.code}`, version: String(newest.version) },
    fieldOf: { invalid_storage_day: "validFrom" },
    onSubmit: async (typed, { showToast }) => {
      const { details } = await client.shippingServices.readServiceVersion({
        serviceId: newest.id,
      });
      await client.shippingServices.addServiceVersion({
        code: newest.code,
        expectedVersion: newest.version,
        // An imported service may have more rates than a request can.
        keepsRates: true,
        details: { ...details, ...typed, rates: [], isActive: !newest.isActive },
      });
      refetch();
      showToast({
        title: t(newest.isActive ? "admin-services.closedToast" : "admin-services.reopenedToast"),
        description: dayText(typed.validFrom),
        kind: "success",
      });
      onDone();
    },
    onError: refetch,
  });
  return (
    <DialogForm
      form={form}
      label={label}
      submitLabel={label}
      onCancel={onDone}
      {...(newest.isActive ? { color: "red" } : {})}
    >
      <Text size="sm">
        {t(newest.isActive ? "admin-services.closeHint" : "admin-services.reopenHint")}
      </Text>
      <Stack gap="md">
        <TextInput
          {...form.field("validFrom")}
          type="date"
          label={t("admin-services.field.validFrom")}
          min={today}
          max={addCalendarDays(today, priceDaysAhead)}
          required
        />
        <TextInput
          {...form.field("source")}
          label={t("common.reason")}
          maxLength={serviceLimits.source}
          autoComplete="off"
          required
        />
      </Stack>
    </DialogForm>
  );
}

/** Closes a service from a day on, or opens it again, by a version that changes nothing else. */
export function OpeningDialog(props: { isOpen: boolean } & Props) {
  const { isOpen, ...form } = props;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={props.onDone}
      title={t("admin-services.openingTitle", { name: props.newest.name })}
      size="md"
    >
      {isOpen ? <OpeningForm {...form} /> : null}
    </Dialog>
  );
}
