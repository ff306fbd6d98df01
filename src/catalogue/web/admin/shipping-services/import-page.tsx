import {
  Button,
  Card,
  Group,
  Input,
  SimpleGrid,
  Stack,
  TextInput,
  Alert,
  Text,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import * as z from "zod/mini";
import type { RatesImport } from "#catalogue/contract/rates.ts";
import { addCalendarDays } from "#platform/rules/calendar.ts";
import { priceDaysAhead } from "#catalogue/rules/price-day.ts";
import { serviceLimits } from "#catalogue/rules/service-version.ts";
import { useApi, useApiClient } from "#catalogue/web/api.ts";
import { useRefetch } from "#ui/web/action.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { BackLink, PageHeader } from "#ui/web/page-header.tsx";
import { checkedText, requiredText } from "#ui/web/field-rules.ts";
import { dayText, readerLocale, weightText } from "#ui/web/figures.tsx";
import { FormError, Form } from "#ui/web/form.tsx";
import { LeaveWarning } from "#ui/web/leave-warning.tsx";
import { NotLoaded } from "#ui/web/states.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { csvError, RatesFileField } from "./rates-file-field.tsx";
import CircleAlert from "lucide-react/icons/circle-alert";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { DisplayCurrency } from "#platform/rules/money.ts";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { LabelledTickBox } from "#ui/web/tick-box.tsx";
import { PriceChanges } from "./price-changes.tsx";
import { countriesText } from "./service-words.ts";

const listPage = "/admin/dashboard/services";

function fileSchema(file: File | null) {
  return z.object({
    csv: checkedText((text) => csvError(text, file)),
    /** Of a file that is not shown. */
    fileName: z.string(),
    validFrom: requiredText(() => t("admin-services.validFromMissing")),
    source: z.string(),
    onlyCountries: z.string(),
    /** Ticked of what a preview says, so no part of what is previewed. */
    leavesOut: z.string(),
  });
}

/** What a preview was made of; what differs from it is previewed before it is imported. */
type Previewed = {
  readonly result: RatesImport;
  readonly texts: string;
  readonly file: File | null;
};

function useImport(today: string) {
  const client = useApiClient();
  const refetch = useRefetch();
  const navigate = useNavigate();
  const [file, setFile] = useState<File | null>(null);
  const [previewed, setPreviewed] = useState<Previewed | null>(null);
  const textsOf = (typed: Readonly<Record<string, string>>) =>
    JSON.stringify({ ...typed, leavesOut: "" });
  const resultOf = (texts: string) =>
    previewed?.texts === texts && previewed.file === file ? previewed.result : null;
  const isReady = (result: RatesImport | null) =>
    result !== null && result.errorCount === 0 && result.changeCount > 0;
  const schema = fileSchema(file);
  const form = useAppForm({
    schema,
    initialValues: {
      csv: "",
      fileName: "",
      validFrom: today,
      source: "",
      onlyCountries: "",
      leavesOut: "",
    },
    draft: { name: "rates-import", without: ["leavesOut"] },
    fieldOf: { invalid_storage_day: "validFrom", too_large: "csv" },
    onSubmit: async (typed, { showToast, keepDraft }) => {
      const { csv, validFrom, source } = typed;
      const texts = textsOf(typed);
      const shown = resultOf(texts);
      const mode = isReady(shown) ? "import" : "preview";
      const isAccepted = typed.leavesOut === "yes";
      const leavesOut = (shown?.countriesLeftOut ?? []).length > 0;
      if (mode === "import" && leavesOut && !isAccepted) {
        form.reject({ leavesOut: t("admin-services.leavesOutMissing") });
        return keepDraft();
      }
      const result = await client.rates.importRates({
        file: file ?? new File([csv], "rates.csv"),
        validFrom,
        source,
        mode,
        replaces: typed.onlyCountries === "yes" ? "countries" : "services",
        leavingOut: mode === "import" && isAccepted ? "accepted" : "refused",
      });
      setPreviewed({ result, texts, file });
      if (!result.isImported) {
        // What was ticked of an earlier preview says nothing of this one.
        form.write({ leavesOut: "" });
        return keepDraft();
      }
      refetch();
      showToast({
        title: t("admin-services.imported"),
        description: dayText(validFrom),
        kind: "success",
      });
      await navigate(listPage);
    },
  });
  const typed = z.safeParse(schema, form.values);
  const result = typed.success ? resultOf(textsOf(typed.data)) : null;
  return { form, file, setFile, result, isReady: isReady(result) };
}

type ImportFields = ReturnType<typeof useImport>["form"];

function Tick(props: { form: ImportFields; name: "onlyCountries" | "leavesOut"; label: string }) {
  const { form, name, label } = props;
  const { error } = form.field(name);
  return (
    <div data-path={name}>
      <LabelledTickBox
        label={label}
        isTicked={form.values[name] === "yes"}
        onTick={(isTicked) => form.write({ [name]: isTicked ? "yes" : "" })}
      />
      {error === undefined ? null : <Input.Error role="alert">{error}</Input.Error>}
    </div>
  );
}

/** How a service is called in the language of the page. */
type NameOfService = (code: string) => string;

/** Names the countries that lose their price, which somebody has to want. */
function LeftOut(props: {
  form: ImportFields;
  leftOut: RatesImport["countriesLeftOut"];
  nameOf: NameOfService;
}) {
  const { form, leftOut, nameOf } = props;
  if (leftOut.length === 0) return null;
  return (
    <Alert
      color="red"
      icon={<CircleAlert size={18} aria-hidden="true" />}
      title={t("admin-services.leftOutTitle")}
      role="alert"
    >
      <Stack gap="xs">
        {leftOut.map(({ service, countries }) => (
          <Text key={service} size="sm">
            {t("admin-services.leftOut", {
              service: nameOf(service),
              countries: countriesText(countries),
            })}
          </Text>
        ))}
        <Tick form={form} name="leavesOut" label={t("admin-services.leavesOut")} />
      </Stack>
    </Alert>
  );
}

function ImportForm({ today }: { today: string }) {
  const { form, file, setFile, result, isReady } = useImport(today);
  const { data } = useQuery(
    useApi().shippingServices.listShippingServices.queryOptions({ input: {} }),
  );
  const currentOf = (code: string) => data?.items.find((item) => item.code === code)?.current;
  const currencyOf = (code: string) => currentOf(code)?.currency ?? "SGD";
  const nameOf = (code: string) => currentOf(code)?.name ?? code;
  return (
    <Stack gap="lg">
      <Card>
        <Form form={form} label={t("admin-services.import")}>
          <FormError form={form} fallback={t("toasts.unexpected.description")} />
          <RatesFileField form={form} file={file} onFile={setFile} services={data?.items ?? []} />
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
          <Tick form={form} name="onlyCountries" label={t("admin-services.onlyCountries")} />
          <LeftOut
            form={form}
            leftOut={isReady ? (result?.countriesLeftOut ?? []) : []}
            nameOf={nameOf}
          />
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
            <ImportResult
              result={result}
              currencyOf={currencyOf}
              nameOf={nameOf}
              isFile={file !== null}
            />
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

type RowError = RatesImport["errors"][number];

function errorColumns(): readonly Column<RowError>[] {
  return [
    {
      key: "line",
      header: t("admin-services.line"),
      isTitle: true,
      isNoWrap: true,
      cell: ({ line }) => t("admin-services.lineNumber", { line }),
    },
    {
      key: "reason",
      header: t("common.reason"),
      isUnlabelled: true,
      cell: ({ kind }) => t(`admin-services.rateError.${kind}`),
    },
    {
      key: "value",
      header: t("admin-services.value"),
      cell: ({ value }) => <code style={{ overflowWrap: "anywhere" }}>{value}</code>,
    },
  ];
}

function Errors(props: Pick<RatesImport, "errors" | "errorCount"> & { isFile: boolean }) {
  const { errors, errorCount, isFile } = props;
  const title = t("admin-services.errorsTitle", { count: errorCount });
  return (
    <SectionCard flush title={title}>
      <Alert color="red" icon={<CircleAlert size={18} />} mx="lg" mb="sm" role="alert">
        {t(isFile ? "admin-services.nothingImportedFile" : "admin-services.nothingImported")}
      </Alert>
      <DataTable
        label={title}
        columns={errorColumns()}
        rows={errors.map((error, place) => ({ ...error, place }))}
        rowKey={({ line, kind, value }) => `${line} ${kind} ${value}`}
        empty={null}
      />
      {errors.length < errorCount ? (
        <Text size="sm" c="dimmed" p="md">
          {t("admin-services.moreErrors", {
            count: (errorCount - errors.length).toLocaleString(readerLocale()),
          })}
        </Text>
      ) : null}
    </SectionCard>
  );
}

function Warnings(
  props: Pick<RatesImport, "warnings" | "warningCount"> & { nameOf: NameOfService },
) {
  const { warnings, warningCount, nameOf } = props;
  if (warningCount === 0) return null;
  const others = warningCount - warnings.length;
  return (
    <Alert
      color="yellow"
      icon={<TriangleAlert size={18} />}
      title={t("admin-services.warningsTitle", { count: warningCount })}
    >
      <Stack gap={2}>
        {warnings.map(({ line, kind, service, fromGrams, upToGrams }) => (
          <Text key={`${line} ${kind}`} size="sm">
            {t(`admin-services.rateWarning.${kind}`, {
              line,
              service: nameOf(service),
              weight: weightText(upToGrams),
              hasLighter: String(fromGrams !== null),
              from: weightText(fromGrams ?? 0),
            })}
          </Text>
        ))}
        {others === 0 ? null : (
          <Text size="sm">
            {t("admin-services.moreWarnings", { count: others.toLocaleString(readerLocale()) })}
          </Text>
        )}
      </Stack>
    </Alert>
  );
}

/** What a file would change, or everything that is wrong in it. */
export function ImportResult(props: {
  result: RatesImport;
  currencyOf: (service: string) => DisplayCurrency;
  nameOf: NameOfService;
  /** Whether the rows are in a file that is not shown. */
  isFile: boolean;
}) {
  const { result, currencyOf, nameOf, isFile } = props;
  if (result.errorCount > 0) return <Errors {...result} isFile={isFile} />;
  return (
    <>
      <Warnings {...result} nameOf={nameOf} />
      <SectionCard
        flush
        title={t("admin-services.changesTitle", { count: result.changeCount })}
        description={t("admin-services.changesHint")}
      >
        <PriceChanges
          changes={result.changes}
          count={result.changeCount}
          currencyOf={currencyOf}
          nameOf={nameOf}
        />
      </SectionCard>
    </>
  );
}
