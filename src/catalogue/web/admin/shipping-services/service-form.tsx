import { Alert, Button, Card, Group, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import Info from "lucide-react/icons/info";
import { useState } from "react";
import { flushSync } from "react-dom";
import { Link, useNavigate } from "react-router";
import type { ServiceVersion } from "#catalogue/contract/shipping-services.ts";
import { addCalendarDays } from "#platform/rules/calendar.ts";
import { priceDaysAhead } from "#catalogue/rules/price-day.ts";
import { serviceLimits } from "#catalogue/rules/service-version.ts";
import { useRefetch } from "#ui/web/action.ts";
import { DialogSection } from "#ui/web/dialog.tsx";
import { useApiClient } from "#catalogue/web/api.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { dayText, readerLocale } from "#ui/web/figures.tsx";
import { FormError, Form } from "#ui/web/form.tsx";
import { LeaveWarning } from "#ui/web/leave-warning.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { SurchargeFields, TableFields } from "./part-fields.tsx";
import {
  GeneralFields,
  CustomsFields,
  RouteFields,
  TermFields,
  WeightFields,
  type ServiceForm as Fields,
} from "./service-fields.tsx";
import { serviceSchema } from "./service-schema.ts";
import {
  isPartField,
  partsIn,
  textsOf,
  withoutPart,
  withPart,
  type PartKind,
} from "./service-texts.ts";

const listPage = "/admin/dashboard/services";

/** More bands are imported from a file, and stay as they are when the other facts are edited. */
const mostShownBands = 2_000;

function bandCount(version: ServiceVersion | null): number {
  return version?.details.rates.reduce((sum, { bands }) => sum + bands.length, 0) ?? 0;
}

type Props = {
  /** The newest version, of the service that is copied for a new one; null for one that begins empty. */
  readonly start: ServiceVersion | null;
  readonly isNew: boolean;
  readonly today: string;
  /** The codes of all services. */
  readonly codes: readonly string[];
};

function useServiceForm({ start, isNew, today }: Omit<Props, "codes">, keepsRates: boolean) {
  const client = useApiClient();
  const refetch = useRefetch();
  const navigate = useNavigate();
  const [isSaved, setSaved] = useState(false);
  const version = isNew ? null : start;
  const form = useAppForm({
    schema: serviceSchema(version?.details ?? null, keepsRates),
    initialValues: { ...textsOf(start?.details ?? null), validFrom: today },
    draft: {
      name: `service:${version?.code ?? (start === null ? "new" : `copy:${start.code}`)}`,
      // A draft never goes over what somebody else has added since.
      version: String(start?.version ?? 0),
      isAddedField: isPartField,
    },
    fieldOf: {
      invalid_storage_day: "validFrom",
      service_exists: "code",
      service_leg_not_priced: "legPricedBy_1",
    },
    onSubmit: async ({ code: typedCode, details }, { showToast }) => {
      const code = version?.code ?? typedCode;
      const { version: number } = await client.shippingServices.addServiceVersion({
        code,
        expectedVersion: version?.version ?? 0,
        keepsRates,
        ...(isNew && keepsRates && start !== null ? { ratesOf: start.id } : {}),
        details,
      });
      refetch();
      // Otherwise leaving the form would ask first.
      flushSync(() => setSaved(true));
      showToast({
        title: t(version === null ? "admin-services.added" : "admin-services.versionAdded"),
        description: t("admin-services.versionFrom", {
          version: number,
          day: dayText(details.validFrom),
        }),
        kind: "success",
      });
      await navigate(`${listPage}/${code}`);
    },
    // Somebody else's version belongs into the list behind the form.
    onError: refetch,
  });
  const original = form.readOriginal();
  const isEdited =
    !isSaved &&
    Object.entries(form.values).some(([name, value]) => value !== (original[name] ?? ""));
  return { form, isEdited };
}

function FromFields({ form, today }: { form: Fields; today: string }) {
  return (
    <DialogSection title={t("admin-services.section.from")}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
        <TextInput
          {...form.field("validFrom")}
          type="date"
          label={t("admin-services.field.validFrom")}
          description={t("admin-services.validFromHint")}
          min={today}
          max={addCalendarDays(today, priceDaysAhead)}
          required
        />
        <TextInput
          {...form.field("source")}
          label={t("admin-services.field.source")}
          description={t("admin-services.sourceHint")}
          maxLength={serviceLimits.source}
          autoComplete="off"
        />
      </SimpleGrid>
    </DialogSection>
  );
}

function KeptRates({ count }: { count: number }) {
  return (
    <DialogSection title={t("admin-services.rates")}>
      <Text size="sm">
        {t("admin-services.keptRates", { count: count.toLocaleString(readerLocale()) })}
      </Text>
    </DialogSection>
  );
}

/** Everything of a service; saving adds a version. */
export function ServiceForm({ start: read, isNew, today, codes }: Props) {
  const count = bandCount(read);
  const keepsRates = count > mostShownBands;
  const [start] = useState(() =>
    read !== null && keepsRates ? { ...read, details: { ...read.details, rates: [] } } : read,
  );
  const { form, isEdited } = useServiceForm({ start, isNew, today }, keepsRates);
  const parts = partsIn(form.values);
  const add = (kind: PartKind) => form.write(withPart(form.values, kind));
  const remove = (kind: PartKind, key: number) => form.write(withoutPart(form.values, kind, key));
  return (
    <Card>
      <Form form={form} label={t(isNew ? "admin-services.add" : "admin-services.editTitle")}>
        <Alert color="gray" icon={<Info size={18} aria-hidden="true" />}>
          {t("admin-services.forGood")}
        </Alert>
        <Stack gap="lg">
          <FromFields form={form} today={today} />
          <GeneralFields form={form} isNew={isNew} />
          <RouteFields form={form} codes={codes.filter((code) => isNew || code !== start?.code)} />
          <WeightFields form={form} />
          <TermFields form={form} />
          <CustomsFields form={form} />
          {keepsRates ? (
            <KeptRates count={count} />
          ) : (
            <TableFields
              form={form}
              keys={parts.tables}
              onAdd={() => add("tables")}
              onRemove={(key) => remove("tables", key)}
            />
          )}
          <SurchargeFields
            form={form}
            keys={parts.surcharges}
            onAdd={() => add("surcharges")}
            onRemove={(key) => remove("surcharges", key)}
          />
        </Stack>
        <FormError form={form} fallback={t("toasts.unexpected.description")} />
        <Group justify="flex-end" gap="sm">
          <Button
            component={Link}
            to={start === null ? listPage : `${listPage}/${start.code}`}
            variant="default"
          >
            {t("common.cancel")}
          </Button>
          <Button type="submit" loading={form.isSubmitting}>
            {t(isNew ? "admin-services.add" : "admin-services.save")}
          </Button>
        </Group>
      </Form>
      <LeaveWarning isNeeded={isEdited}>{t("admin-services.notSaved")}</LeaveWarning>
    </Card>
  );
}
