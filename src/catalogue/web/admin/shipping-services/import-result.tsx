import { Alert, Stack, Text } from "@mantine/core";
import CircleAlert from "lucide-react/icons/circle-alert";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { RatesImport } from "#catalogue/contract/rates.ts";
import type { DisplayCurrency } from "#platform/rules/currency.ts";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { readerLocale, weightText } from "#ui/web/figures.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { t } from "./messages.ts";
import { PriceChanges } from "./price-changes.tsx";

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

function Warnings(props: Pick<RatesImport, "warnings" | "warningCount">) {
  const { warnings, warningCount } = props;
  if (warningCount === 0) return null;
  const others = warningCount - warnings.length;
  return (
    <Alert
      color="yellow"
      icon={<TriangleAlert size={18} />}
      title={t("admin-services.cheaperTitle", { count: warningCount })}
    >
      <Stack gap={2}>
        {warnings.map(({ line, service, upToGrams }) => (
          <Text key={`${line}`} size="sm">
            {t("admin-services.cheaper", { line, service, weight: weightText(upToGrams) })}
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
  /** Whether the rows are in a file that is not shown. */
  isFile: boolean;
}) {
  const { result, currencyOf, isFile } = props;
  if (result.errorCount > 0) return <Errors {...result} isFile={isFile} />;
  return (
    <>
      <Warnings {...result} />
      <SectionCard
        flush
        title={t("admin-services.changesTitle", { count: result.changeCount })}
        description={t("admin-services.changesHint")}
      >
        <PriceChanges
          changes={result.changes}
          count={result.changeCount}
          currencyOf={currencyOf}
          hasServices
        />
      </SectionCard>
    </>
  );
}
