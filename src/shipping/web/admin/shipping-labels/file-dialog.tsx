import { Button, Group, Stack, Text, Textarea, TextInput, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import { useState } from "react";
import * as z from "zod/mini";
import type { LabelFileSettings } from "#shipping/contract/shipping-labels.ts";
import {
  labelFileColumnsText,
  labelFileFields,
  parseLabelFileColumns,
} from "#shipping/rules/label-file.ts";
import { addCalendarDays, localTime } from "#platform/rules/calendar.ts";
import { advanceDataFormats, advanceDataLimits } from "#shipping/rules/customs-paper.ts";
import { useRefetch } from "#ui/web/action.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApi, useApiClient } from "#shipping/web/api.ts";
import { carrierName, useCarriers } from "#catalogue/web/carriers/use-carriers.tsx";
import { useMayUse } from "#ui/web/permissions.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { parsedText } from "#ui/web/field-rules.ts";
import { FormError, Form, FormAlert } from "#ui/web/form.tsx";
import { LoadingLines } from "#ui/web/loading-state.tsx";
import { Select } from "#ui/web/select.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

function parsedColumns(text: string) {
  const parsed = parseLabelFileColumns(text);
  return "columns" in parsed ? parsed.columns : null;
}

const schema = z.object({
  columns: parsedText(parsedColumns, () => t("shipping-labels.columnsWrong")),
});

function ColumnsForm({ settings }: { settings: LabelFileSettings }) {
  const client = useApiClient();
  const refetch = useRefetch();
  const { carrierCode } = settings;
  const form = useAppForm({
    schema,
    initialValues: { columns: labelFileColumnsText(settings.columns) },
    draft: {
      name: `label-columns:${carrierCode}`,
      version: labelFileColumnsText(settings.columns),
    },
    onSubmit: async ({ columns }, { showToast }) => {
      await client.labels.changeLabelFileSettings({ carrierCode, columns });
      refetch();
      showToast({ title: t("shipping-labels.columnsSaved"), kind: "success" });
    },
  });
  return (
    <Form form={form} label={t("shipping-labels.columns")}>
      <FormError form={form} fallback={t("toasts.unexpected.description")} />
      <Textarea
        {...form.field("columns")}
        label={t("shipping-labels.columns")}
        description={t("shipping-labels.columnsHint", { fields: labelFileFields.join(", ") })}
        autosize
        minRows={6}
        maxRows={16}
        spellCheck={false}
      />
      <Group justify="flex-end">
        <Button type="submit" variant="default" loading={form.isSubmitting}>
          {t("shipping-labels.saveColumns")}
        </Button>
      </Group>
    </Form>
  );
}

/** The file of a carrier, and which columns it has. */
function CarrierFile({ carrierCode }: { carrierCode: string }) {
  const api = useApi();
  const mayChange = useMayUse("carriers");
  const query = useQuery(api.labels.readLabelFileSettings.queryOptions({ input: { carrierCode } }));
  if (query.data === undefined) {
    return query.isError ? (
      <FormAlert message={apiErrorMessage(query.error, t("shipping-labels.notLoaded"))} />
    ) : (
      <LoadingLines lines={4} />
    );
  }
  const { lineCharacters, columns } = query.data;
  return (
    <Stack gap="md">
      <Text size="sm">{t("shipping-labels.fileLeftOut", { count: lineCharacters })}</Text>
      <Button
        component="a"
        href={`/api/admin/carriers/${carrierCode}/label-file.csv`}
        leftSection={<Download size={16} aria-hidden="true" />}
      >
        {t("shipping-labels.download")}
      </Button>
      {mayChange ? (
        <ColumnsForm key={carrierCode} settings={query.data} />
      ) : (
        <Text size="sm" c="dimmed">
          {columns.map(({ heading }) => heading).join(" · ")}
        </Text>
      )}
    </Stack>
  );
}

function todayOfReader(): string {
  return localTime(Intl.DateTimeFormat().resolvedOptions().timeZone, new Date()).day;
}

/** What customs are told before packages arrive: of which days, and as what. */
function AdvanceData({ carrierCode }: { carrierCode: string }) {
  const [from, setFrom] = useState(todayOfReader);
  const [to, setTo] = useState(todayOfReader);
  const isRange = from !== "" && from <= to && to < addCalendarDays(from, advanceDataLimits.days);
  const address = (format: (typeof advanceDataFormats)[number]) =>
    `/api/admin/carriers/${carrierCode}/advance-data?from=${from}&to=${to}&format=${format}`;
  return (
    <Stack gap="xs" component="section" aria-label={t("shipping-labels.advanceData")}>
      <Title order={3} size="h5">
        {t("shipping-labels.advanceData")}
      </Title>
      <Text size="sm">{t("shipping-labels.advanceDataHint")}</Text>
      <Group gap="sm" align="flex-end">
        <TextInput
          type="date"
          label={t("shipping-labels.from")}
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label={t("shipping-labels.to")}
          value={to}
          error={isRange ? null : t("shipping-labels.rangeWrong", advanceDataLimits)}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
      </Group>
      <Group gap="sm">
        {advanceDataFormats.map((format) => (
          <Button
            key={format}
            variant="default"
            disabled={!isRange}
            leftSection={<Download size={16} aria-hidden="true" />}
            onClick={() => window.location.assign(address(format))}
          >
            {t(`shipping-labels.advanceData.${format}`)}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}

/** Downloads the packages of a carrier without a label, for its own upload page. */
export function FileDialog(props: { isOpen: boolean; onClose: () => void }) {
  const { items } = useCarriers();
  const carriers = items ?? [];
  const [chosen, setChosen] = useState("hk-post");
  const code = carriers.find((carrier) => carrier.code === chosen)?.code ?? carriers[0]?.code;
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={t("shipping-labels.fileTitle")}
      size="md"
    >
      <Stack gap="md">
        <Text size="sm">{t("shipping-labels.fileHint")}</Text>
        <Select
          label={t("common.carrier")}
          data={carriers.map((carrier) => ({ value: carrier.code, label: carrierName(carrier) }))}
          value={code ?? null}
          allowDeselect={false}
          searchable
          onChange={(value) => setChosen(value ?? chosen)}
        />
        {code === undefined || !props.isOpen ? null : (
          <>
            <CarrierFile key={code} carrierCode={code} />
            <AdvanceData carrierCode={code} />
          </>
        )}
      </Stack>
    </Dialog>
  );
}
