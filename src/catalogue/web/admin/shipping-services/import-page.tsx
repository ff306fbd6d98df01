import { Button, Card, Group, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import * as z from "zod/mini";
import type { RatesImport } from "#catalogue/contract/rates.ts";
import { addCalendarDays } from "#platform/rules/calendar-day.ts";
import { serviceLimits } from "#catalogue/rules/service-version.ts";
import { priceDaysAhead } from "#catalogue/rules/price-day.ts";
import { useApi, useApiClient } from "#catalogue/web/api.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { BackLink } from "#ui/web/back-link.tsx";
import { checkedText, requiredText } from "#ui/web/field-rules.ts";
import { dayText } from "#ui/web/figures.tsx";
import { FormError } from "#ui/web/form-error.tsx";
import { Form } from "#ui/web/form.tsx";
import { LeaveWarning } from "#ui/web/leave-warning.tsx";
import { NotLoaded } from "#ui/web/not-loaded.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { ImportResult } from "./import-result.tsx";
import { t } from "./messages.ts";
import { csvError, RatesFileField } from "./rates-file-field.tsx";

const listPage = "/admin/dashboard/services";

function fileSchema(file: File | null) {
  return z.object({
    csv: checkedText((text) => csvError(text, file)),
    /** Of a file that is not shown. */
    fileName: z.string(),
    validFrom: requiredText(() => t("admin-services.validFromMissing")),
    source: requiredText(() => t("admin-services.sourceMissing")),
  });
}

/** What a preview was made of; what differs from it is previewed before it is imported. */
type Previewed = {
  readonly result: RatesImport;
  readonly texts: string;
  readonly file: File | null;
};

function useImport(today: string) {
  const api = useApi();
  const client = useApiClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [file, setFile] = useState<File | null>(null);
  const [previewed, setPreviewed] = useState<Previewed | null>(null);
  const resultOf = (texts: string) =>
    previewed?.texts === texts && previewed.file === file ? previewed.result : null;
  const isReady = (result: RatesImport | null) =>
    result !== null && result.errorCount === 0 && result.changeCount > 0;
  const schema = fileSchema(file);
  const form = useAppForm({
    schema,
    initialValues: { csv: "", fileName: "", validFrom: today, source: "" },
    draft: { name: "rates-import" },
    fieldOf: { invalid_storage_day: "validFrom", too_large: "csv" },
    onSubmit: async (typed, { showToast, keepDraft }) => {
      const { csv, validFrom, source } = typed;
      const texts = JSON.stringify(typed);
      const mode = isReady(resultOf(texts)) ? "import" : "preview";
      const sent = file ?? new File([csv], "rates.csv");
      const result = await client.rates.importRates({ file: sent, validFrom, source, mode });
      setPreviewed({ result, texts, file });
      if (!result.isImported) return keepDraft();
      void queryClient.invalidateQueries({ queryKey: api.shippingServices.key() });
      showToast({
        title: t("admin-services.imported"),
        description: dayText(validFrom),
        kind: "success",
      });
      await navigate(listPage);
    },
  });
  const typed = z.safeParse(schema, form.values);
  const result = typed.success ? resultOf(JSON.stringify(typed.data)) : null;
  return { form, file, setFile, result, isReady: isReady(result) };
}

function ImportForm({ today }: { today: string }) {
  const { form, file, setFile, result, isReady } = useImport(today);
  const { data } = useQuery(
    useApi().shippingServices.listShippingServices.queryOptions({ input: {} }),
  );
  const currencyOf = (code: string) =>
    data?.items.find((item) => item.code === code)?.current?.currency ?? "SGD";
  return (
    <Stack gap="lg">
      <Card>
        <Form form={form} label={t("admin-services.import")}>
          <FormError form={form} fallback={t("toasts.unexpected.description")} />
          <RatesFileField form={form} file={file} onFile={setFile} />
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
              required
            />
          </SimpleGrid>
          <Group justify="flex-end" gap="sm">
            <Button type="submit" loading={form.isSubmitting}>
              {isReady
                ? t("admin-services.importFrom", { day: dayText(form.values.validFrom) })
                : t("admin-services.preview")}
            </Button>
          </Group>
        </Form>
        <LeaveWarning isNeeded={file !== null && !form.isSubmitting}>
          {t("admin-services.fileNotSent")}
        </LeaveWarning>
      </Card>
      <div aria-live="polite">
        {result === null ? null : (
          <Stack gap="lg">
            <ImportResult result={result} currencyOf={currencyOf} isFile={file !== null} />
          </Stack>
        )}
      </div>
    </Stack>
  );
}

/** Rates of several services from a CSV file: first what would change, then the import. */
export default function ImportPage() {
  const query = useQuery(
    useApi().shippingServices.listShippingServices.queryOptions({ input: {} }),
  );
  return (
    <>
      <PageHeader
        title={t("admin-services.import")}
        description={t("admin-services.importDescription")}
        above={<BackLink to={listPage} label={t("admin-services.back")} />}
      />
      {query.data === undefined ? (
        <NotLoaded query={query} failure={{ title: t("admin-services.notLoaded") }} lines={8} />
      ) : (
        <ImportForm today={query.data.today} />
      )}
    </>
  );
}
