import { Group, TextInput, UnstyledButton } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import ChartColumn from "lucide-react/icons/chart-column";
import { useState } from "react";
import { useSearchParams } from "react-router";
import type { FreightFigure } from "#office/contract/freight-figures.ts";
import { countryName } from "#catalogue/rules/country-name.ts";
import {
  figuresLimits,
  isMonth,
  monthsBetween,
  type ChargePart,
} from "#office/rules/freight-figures.ts";
import { ExportButton } from "#ui/web/admin/export-button.tsx";
import cells from "#ui/web/admin/cells.module.css";
import { useApi } from "#office/web/api.ts";
import { documentLanguage, t } from "#ui/web/i18n/messages.tsx";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { EmptyState } from "#ui/web/states.tsx";
import { Count, Money, moneyText, readerLocale } from "#ui/web/figures.tsx";
import { FormAlert } from "#ui/web/form.tsx";
import { laterPart } from "#ui/web/lazy-part.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { ListCard } from "#ui/web/section-card.tsx";
import classes from "./freight.module.css";
import type { OpenedFigure } from "./charges-dialog.tsx";

const ChargesDialog = laterPart(async () => (await import("./charges-dialog.tsx")).ChargesDialog);

/** A month before or after this one, as the browser counts. */
function monthFromNow(offset: number): string {
  const now = new Date();
  const month = new Date(now.getFullYear(), now.getMonth() + offset, 1);
  return `${month.getFullYear()}-${String(month.getMonth() + 1).padStart(2, "0")}`;
}

function monthText(month: string): string {
  const day = new Date(`${month}-15T00:00:00Z`);
  return new Intl.DateTimeFormat(readerLocale(), { year: "numeric", month: "short" }).format(day);
}

function laneText({ serviceName, countryCode }: FreightFigure): string {
  return `${serviceName} → ${countryName(countryCode, documentLanguage())}`;
}

const amounts = {
  freight: ({ freightCents }) => freightCents,
  storage: ({ storageCents }) => storageCents,
  box: ({ boxCents }) => boxCents,
  extra_service: ({ extraServiceCents }) => extraServiceCents,
} as const satisfies Readonly<Record<ChargePart, (figure: FreightFigure) => number>>;

function figureColumn(
  part: ChargePart,
  onOpen: (opened: OpenedFigure) => void,
): Column<FreightFigure> {
  return {
    key: part,
    header: t(`freight.${part}`),
    align: "end",
    isNoWrap: true,
    cell: (figure) => {
      const amountCents = amounts[part](figure);
      if (amountCents === 0) return <Money amountCents={0} />;
      const names = {
        part: t(`freight.${part}`),
        lane: laneText(figure),
        month: monthText(figure.month),
      };
      return (
        <UnstyledButton
          className={classes["figure"] ?? ""}
          aria-label={t("freight.openCharges", { amount: moneyText(amountCents), ...names })}
          onClick={() =>
            onOpen({
              title: t("freight.chargesTitle", names),
              month: figure.month,
              serviceCode: figure.serviceCode,
              countryCode: figure.countryCode,
              part,
            })
          }
        >
          <Money amountCents={amountCents} />
        </UnstyledButton>
      );
    },
  };
}

function columnsFor(onOpen: (opened: OpenedFigure) => void): readonly Column<FreightFigure>[] {
  return [
    {
      key: "lane",
      header: t("freight.lane"),
      isTitle: true,
      cell: (figure) => (
        <>
          <span>{laneText(figure)}</span>
          <div className={cells["below"]}>{monthText(figure.month)}</div>
        </>
      ),
    },
    {
      key: "packages",
      header: t("freight.packages"),
      align: "end",
      cell: ({ packagesCount }) => <Count value={packagesCount} />,
    },
    figureColumn("freight", onOpen),
    {
      key: "rate",
      header: t("freight.rate"),
      align: "end",
      isNoWrap: true,
      cell: ({ rateCents, freightCents }) => (
        <>
          <Money amountCents={rateCents} />
          {rateCents === freightCents ? null : (
            <div className={cells["below"]}>
              <Money amountCents={freightCents - rateCents} signed />
            </div>
          )}
        </>
      ),
    },
    figureColumn("storage", onOpen),
    figureColumn("box", onOpen),
    figureColumn("extra_service", onOpen),
  ];
}

function useMonths() {
  const [search, setSearch] = useSearchParams();
  const read = (key: string, fallback: string) => {
    const text = search.get(key) ?? "";
    return isMonth(text) ? text : fallback;
  };
  const set = (key: string, month: string) => {
    if (!isMonth(month)) return;
    const next = new URLSearchParams(search);
    next.set(key, month);
    setSearch(next, { replace: true });
  };
  return { from: read("from", monthFromNow(-2)), to: read("to", monthFromNow(0)), set };
}

function Totals({ items }: { items: readonly FreightFigure[] }) {
  const sum = (of: (figure: FreightFigure) => number) =>
    items.reduce((total, figure) => total + of(figure), 0);
  const totals = [
    [t("freight.freight"), sum(amounts.freight)],
    [t("freight.rate"), sum(({ rateCents }) => rateCents)],
    [t("freight.storage"), sum(amounts.storage)],
    [t("freight.box"), sum(amounts.box)],
    [t("freight.extra_service"), sum(amounts.extra_service)],
  ] as const;
  return (
    <dl className={classes["totals"]} aria-label={t("freight.total")}>
      {totals.map(([term, amountCents]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            <Money amountCents={amountCents} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Figures(props: { from: string; to: string }) {
  const api = useApi();
  const [opened, setOpened] = useState<OpenedFigure | null>(null);
  const query = useQuery(
    api.freightFigures.readFreightFigures.queryOptions({
      input: { from: props.from, to: props.to },
      placeholderData: keepPreviousData,
    }),
  );
  const items = query.data?.items;
  return (
    <ListCard
      query={query}
      failure={{ title: t("freight.notLoaded") }}
      title={t("freight.byLane")}
      description={t("freight.byLaneHint")}
      actions={
        <ExportButton
          path="/api/admin/freight-figures/freight.csv"
          filter={{ from: props.from, to: props.to }}
          count={query.isPlaceholderData ? undefined : items?.length}
        />
      }
    >
      {items === undefined || items.length === 0 ? null : <Totals items={items} />}
      <DataTable
        label={t("freight.byLane")}
        columns={columnsFor(setOpened)}
        rows={items}
        rowKey={({ month, serviceCode, countryCode }) => `${month} ${serviceCode} ${countryCode}`}
        isRefreshing={query.isPlaceholderData}
        empty={
          <EmptyState
            icon={<ChartColumn size={22} />}
            title={t("freight.none")}
            description={t("freight.noneHint")}
          />
        }
      />
      <ChargesDialog isWanted={opened !== null} opened={opened} onClose={() => setOpened(null)} />
    </ListCard>
  );
}

export default function FreightPage() {
  const { from, to, set } = useMonths();
  const months = monthsBetween(from, to);
  const isRight = months >= 1 && months <= figuresLimits.months;
  return (
    <>
      <PageHeader title={t("freight.title")} description={t("freight.description")} />
      <Group gap="sm" mb="lg" align="flex-end">
        <TextInput
          type="month"
          label={t("freight.from")}
          defaultValue={from}
          onChange={(event) => set("from", event.currentTarget.value)}
        />
        <TextInput
          type="month"
          label={t("freight.to")}
          defaultValue={to}
          onChange={(event) => set("to", event.currentTarget.value)}
        />
      </Group>
      {isRight ? <Figures from={from} to={to} /> : <FormAlert message={t("freight.monthsWrong")} />}
    </>
  );
}
