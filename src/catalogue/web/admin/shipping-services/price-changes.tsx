import { Text } from "@mantine/core";
import type { RateChange } from "#catalogue/rules/rate-changes.ts";
import type { DisplayCurrency } from "#platform/rules/money.ts";
import cells from "#ui/web/admin/cells.module.css";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { moneyText, readerLocale, weightText } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { fewCountriesText } from "./service-words.ts";

type Shown = RateChange & {
  readonly currency: DisplayCurrency;
  /** null where all are of one service. */
  readonly serviceName: string | null;
};

function priceText(cents: number | null, currency: DisplayCurrency): string {
  return cents === null ? t("admin-services.notAvailable") : moneyText(cents, currency);
}

function columns(): readonly Column<Shown>[] {
  return [
    {
      key: "countries",
      header: t("admin-services.countries"),
      isTitle: true,
      cell: ({ countries, serviceName }) => (
        <>
          <span>{fewCountriesText(countries)}</span>
          {serviceName === null ? null : <div className={cells["below"]}>{serviceName}</div>}
        </>
      ),
    },
    {
      key: "weight",
      header: t("common.weight"),
      isNoWrap: true,
      align: "end",
      cell: ({ weightGrams }) => weightText(weightGrams),
    },
    {
      key: "before",
      header: t("admin-services.before"),
      isNoWrap: true,
      align: "end",
      cell: ({ beforeCents, currency }) => priceText(beforeCents, currency),
    },
    {
      key: "after",
      header: t("admin-services.after"),
      isNoWrap: true,
      align: "end",
      cell: ({ afterCents, currency }) => <b>{priceText(afterCents, currency)}</b>,
    },
  ];
}

/** Prices that differ, by countries and weight. `count` may be more than are shown. */
export function PriceChanges(props: {
  changes: readonly RateChange[];
  count: number;
  currencyOf: (service: string) => DisplayCurrency;
  /** Where they are of several services. */
  nameOf?: (service: string) => string;
}) {
  const { changes, count, currencyOf, nameOf } = props;
  if (changes.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t("admin-services.noPriceChanges")}
      </Text>
    );
  }
  const shown = changes.reduce((sum, { countries }) => sum + countries.length, 0);
  return (
    <>
      <DataTable
        label={t("admin-services.priceChanges")}
        columns={columns()}
        rows={changes.map((change) => ({
          ...change,
          currency: currencyOf(change.service),
          serviceName: nameOf?.(change.service) ?? null,
        }))}
        rowKey={({ service, countries, weightGrams }) =>
          `${service} ${countries[0]} ${weightGrams}`
        }
        empty={null}
      />
      {shown < count ? (
        <Text size="sm" c="dimmed" p="md">
          {t("admin-services.moreChanges", {
            count: (count - shown).toLocaleString(readerLocale()),
          })}
        </Text>
      ) : null}
    </>
  );
}
