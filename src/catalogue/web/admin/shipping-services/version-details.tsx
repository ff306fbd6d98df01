import { Stack, Text } from "@mantine/core";
import {
  comparedParts,
  type ComparedPart,
  type ServiceDetails,
} from "#catalogue/rules/service-version.ts";
import type { RateTable, Surcharge } from "#catalogue/rules/shipping-service.ts";
import { useCarriers } from "#catalogue/web/carriers/use-carriers.ts";
import { useHasWarehouse } from "#ui/web/has-warehouse.ts";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { DefinitionList } from "#ui/web/definition-list.tsx";
import { dayText, moneyText, weightText } from "#ui/web/figures.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { t } from "./messages.ts";
import { conditionText, countriesText, partText, surchargeAmount } from "./service-words.ts";
import { sourceText } from "./source-text.ts";

/** The earliest, latest and unit are one fact. */
function shownParts(hasWarehouse: boolean): readonly ComparedPart[] {
  const hidden = ["deliveryMax", "deliveryUnit", "isActive"];
  return comparedParts.filter(
    (part) => !hidden.includes(part) && (hasWarehouse || part !== "takesShipRequests"),
  );
}

export function FactsCard({ details }: { details: ServiceDetails }) {
  const { nameOf } = useCarriers();
  const hasWarehouse = useHasWarehouse();
  const facts = [
    ...shownParts(hasWarehouse).map((part) => ({
      term: t(`admin-services.field.${part}`),
      value: partText(part, details, nameOf),
    })),
    { term: t("admin-services.field.validFrom"), value: dayText(details.validFrom) },
    { term: t("admin-services.field.source"), value: sourceText(details.source) },
  ];
  return (
    <SectionCard title={t("admin-services.facts")}>
      <DefinitionList items={facts} columns={2} />
    </SectionCard>
  );
}

/** The file of rates has the others. */
const mostBands = 20;

function rateColumns(currency: ServiceDetails["currency"]): readonly Column<RateTable>[] {
  return [
    {
      key: "countries",
      header: t("admin-services.countries"),
      isTitle: true,
      cell: ({ countries }) => countriesText(countries),
    },
    {
      key: "bands",
      header: t("admin-services.bands"),
      cell: ({ bands }) => (
        <Stack gap={2}>
          {bands.slice(0, mostBands).map(({ upToGrams, priceCents }) => (
            <span key={upToGrams} className="figures" style={{ whiteSpace: "nowrap" }}>
              {t("admin-services.bandText", {
                weight: weightText(upToGrams),
                price: moneyText(priceCents, currency),
              })}
            </span>
          ))}
          {bands.length > mostBands ? (
            <span>{t("admin-services.moreBands", { count: bands.length - mostBands })}</span>
          ) : null}
        </Stack>
      ),
    },
    {
      key: "step",
      header: t("admin-services.above"),
      cell: ({ step }) =>
        step === null
          ? t("admin-services.nothingHeavier")
          : t("admin-services.stepText", {
              weight: weightText(step.grams),
              price: moneyText(step.priceCents, currency),
            }),
    },
  ];
}

export function RatesCard({ details }: { details: ServiceDetails }) {
  return (
    <SectionCard
      flush
      title={t("admin-services.rates")}
      description={t("admin-services.ratesHint", { currency: details.currency })}
    >
      <DataTable
        label={t("admin-services.rates")}
        columns={rateColumns(details.currency)}
        rows={details.rates}
        rowKey={({ countries }) => countries.join(" ")}
        empty={
          <Text size="sm" c="dimmed" p="lg">
            {t("admin-services.noRates")}
          </Text>
        }
      />
    </SectionCard>
  );
}

/** Surcharges by kind, condition, amount and day. */
export function SurchargeTable(props: {
  label: string;
  surcharges: readonly Surcharge[];
  currency: ServiceDetails["currency"];
}) {
  const { label, surcharges, currency } = props;
  const columns: readonly Column<Surcharge & { place: number }>[] = [
    {
      key: "kind",
      header: t("admin-services.surcharge"),
      isTitle: true,
      cell: ({ kind }) => t(`admin-services.surchargeKind.${kind}`),
    },
    {
      key: "condition",
      header: t("admin-services.condition"),
      cell: (surcharge) => conditionText(surcharge),
    },
    {
      key: "amount",
      header: t("common.amount"),
      align: "end",
      isNoWrap: true,
      cell: (surcharge) => surchargeAmount(surcharge, currency),
    },
    {
      key: "from",
      header: t("admin-services.field.validFrom"),
      isNoWrap: true,
      cell: ({ validFrom }) => dayText(validFrom),
    },
  ];
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={surcharges.map((surcharge, place) => ({ ...surcharge, place }))}
      rowKey={({ place }) => String(place)}
      empty={
        <Text size="sm" c="dimmed" p="lg">
          {t("admin-services.noSurcharges")}
        </Text>
      }
    />
  );
}

export function SurchargesCard({ details }: { details: ServiceDetails }) {
  return (
    <SectionCard
      flush
      title={t("admin-services.surcharges")}
      description={t("admin-services.surchargesHint")}
    >
      <SurchargeTable
        label={t("admin-services.surcharges")}
        surcharges={details.surcharges}
        currency={details.currency}
      />
    </SectionCard>
  );
}
