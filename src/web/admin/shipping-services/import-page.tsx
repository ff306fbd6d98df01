import { Button, Card, Group, SimpleGrid, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import FileUp from "lucide-react/icons/file-up";
import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import * as z from "zod/mini";
import type { RatesImport } from "#contract/rates.ts";
import { addCalendarDays } from "#core/calendar-day.ts";
import { rateColumns, rateFileLimits } from "#core/rate-import.ts";
import { serviceLimits } from "#core/service-version.ts";
import { storageRateLimits } from "#core/storage-rate.ts";
import { useApi, useApiClient } from "#web/api.tsx";
import { useAppForm, type AppForm } from "#web/ui/app-form.ts";
import { BackLink } from "#web/ui/back-link.tsx";
import { checkedText, requiredText } from "#web/ui/field-rules.ts";
import { dayText } from "#web/ui/figures.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { Form } from "#web/ui/form.tsx";
import { NotLoaded } from "#web/ui/not-loaded.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { ImportResult } from "./import-result.tsx";
import { RichText, t } from "./messages.ts";

const listPage = "/admin/dashboard/services";

const schema = z.object({
  csv: checkedText((text) => {
    if (text === "") return t("admin-services.csvMissing");
    return text.length > rateFileLimits.characters ? t("admin-services.csvTooLarge") : null;
  }),
  validFrom: requiredText(() => t("admin-services.validFromMissing")),
  source: requiredText(() => t("admin-services.sourceMissing")),
});

type FileForm = AppForm<"csv" | "validFrom" | "source">;

/** The file's text is in the form, where a wrong row can be mended. */
function FileField({ form }: { form: FileForm }) {
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    form.write({ csv: await file.text() });
    if (input.current) input.current.value = "";
  };
  return (
    <Stack gap="xs" align="stretch">
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<FileUp size={16} aria-hidden="true" />}
          onClick={() => input.current?.click()}
        >
          {t("admin-services.chooseFile")}
        </Button>
        <Text size="sm" c="dimmed">
          {t("admin-services.orPaste")}
        </Text>
      </Group>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv,text/plain"
        hidden
        aria-label={t("admin-services.chooseFile")}
        onChange={(event) => void read(event.currentTarget.files?.[0])}
      />
      <Textarea
        {...form.field("csv")}
        label={t("admin-services.csv")}
        description={
          <RichText
            id="admin-services.csvHint"
            values={{ columns: rateColumns.join(", ") }}
            components={{ code: <code /> }}
          />
        }
        styles={{
          input: { fontFamily: "var(--mantine-font-family-monospace)", whiteSpace: "pre" },
        }}
        rows={10}
        spellCheck={false}
        required
      />
    </Stack>
  );
}

type Previewed = { readonly result: RatesImport; readonly texts: string };

function useImport(today: string) {
  const api = useApi();
  const client = useApiClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [previewed, setPreviewed] = useState<Previewed | null>(null);
  const isReady = (texts: string) =>
    previewed !== null &&
    previewed.texts === texts &&
    previewed.result.errorCount === 0 &&
    previewed.result.changeCount > 0;
  const form = useAppForm({
    schema,
    initialValues: { csv: "", validFrom: today, source: "" },
    fieldOf: { invalid_storage_day: "validFrom" },
    onSubmit: async (typed, { showToast }) => {
      const texts = JSON.stringify(typed);
      const isPreview = !isReady(texts);
      const result = await client.rates.importRates({ ...typed, isPreview });
      setPreviewed({ result, texts });
      if (!result.isImported) return;
      void queryClient.invalidateQueries({ queryKey: api.shippingServices.key() });
      showToast({
        title: t("admin-services.imported"),
        description: dayText(typed.validFrom),
        kind: "success",
      });
      await navigate(listPage);
    },
  });
  const typed = z.safeParse(schema, form.values);
  const texts = typed.success ? JSON.stringify(typed.data) : "";
  const result = previewed?.texts === texts ? previewed.result : null;
  return { form, result, isReady: isReady(texts) };
}

function ImportForm({ today }: { today: string }) {
  const { form, result, isReady } = useImport(today);
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
          <FileField form={form} />
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
            <TextInput
              {...form.field("validFrom")}
              type="date"
              label={t("admin-services.field.validFrom")}
              description={t("admin-services.validFromHint")}
              min={today}
              max={addCalendarDays(today, storageRateLimits.daysAhead)}
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
      </Card>
      <div aria-live="polite">
        {result === null ? null : (
          <Stack gap="lg">
            <ImportResult result={result} currencyOf={currencyOf} />
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
