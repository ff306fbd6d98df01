import { Stack, Text, Title } from "@mantine/core";
import {
  comparedParts,
  type ComparedPart,
  type ServiceDetails,
  changedParts,
  changedSurcharges,
} from "#catalogue/rules/service-version.ts";
import type { RateTable, Surcharge } from "#catalogue/rules/shipping-service.ts";
import { useCarriers } from "#catalogue/web/carriers/use-carriers.tsx";
import { useHasWarehouse } from "#ui/web/permissions.ts";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { DefinitionList, SectionCard } from "#ui/web/section-card.tsx";
import { dayText, moneyText, weightText } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { conditionText, countriesText, partText, surchargeAmount } from "./service-words.ts";
import { sourceText } from "./source-text.ts";
import type { ServiceVersion } from "#catalogue/contract/shipping-services.ts";
import { changedRates } from "#catalogue/rules/rate-changes.ts";
import { PriceChanges } from "./price-changes.tsx";

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
    ...(details.source === ""
      ? []
      : [{ term: t("admin-services.field.source"), value: sourceText(details.source) }]),
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
function SurchargeTable(props: {
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

type Props = { readonly before: ServiceVersion; readonly after: ServiceVersion };

function PartChanges({ before, after }: Props) {
  const { nameOf } = useCarriers();
  const parts = changedParts(before.details, after.details);
  if (parts.length === 0) return null;
  const columns = [
    {
      key: "part",
      header: t("admin-services.fact"),
      isTitle: true,
      cell: (part: ComparedPart) => t(`admin-services.field.${part}`),
    },
    {
      key: "before",
      header: t("admin-services.before"),
      cell: (part: ComparedPart) => partText(part, before.details, nameOf),
    },
    {
      key: "after",
      header: t("admin-services.after"),
      cell: (part: ComparedPart) => <b>{partText(part, after.details, nameOf)}</b>,
    },
  ];
  return (
    <DataTable
      label={t("admin-services.changedFacts")}
      columns={columns}
      rows={parts}
      rowKey={(part) => part}
      empty={null}
    />
  );
}

function SurchargeChanges({ before, after }: Props) {
  const { removed, added } = changedSurcharges(before.details.surcharges, after.details.surcharges);
  const lists = [
    { label: t("admin-services.removedSurcharges"), surcharges: removed, of: before },
    { label: t("admin-services.addedSurcharges"), surcharges: added, of: after },
  ];
  return lists
    .filter(({ surcharges }) => surcharges.length > 0)
    .map(({ label, surcharges, of }) => (
      <div key={label}>
        <Title order={3} size="h5" px="lg" pb="xs">
          {label}
        </Title>
        <SurchargeTable label={label} surcharges={surcharges} currency={of.details.currency} />
      </div>
    ));
}

/** What differs between two versions of a service. */
export function VersionDifferences({ before, after }: Props) {
  const { first, count } = changedRates(after.code, before.details.rates, after.details.rates);
  const surcharges = changedSurcharges(before.details.surcharges, after.details.surcharges);
  const isSame =
    count === 0 &&
    changedParts(before.details, after.details).length === 0 &&
    surcharges.removed.length + surcharges.added.length === 0;
  if (isSame) {
    return (
      <Text size="sm" c="dimmed" p="lg">
        {t("admin-services.noDifferences")}
      </Text>
    );
  }
  return (
    <Stack gap="lg" pb="md">
      <PartChanges before={before} after={after} />
      {count === 0 ? null : (
        <div>
          <Title order={3} size="h5" px="lg" pb="xs">
            {t("admin-services.priceChanges")}
          </Title>
          <PriceChanges changes={first} count={count} currencyOf={() => after.details.currency} />
        </div>
      )}
      <SurchargeChanges before={before} after={after} />
    </Stack>
  );
}
