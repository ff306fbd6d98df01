import { Anchor, SimpleGrid, Skeleton, Text } from "@mantine/core";
import { useDeferredValue, useState } from "react";
import { Link } from "react-router";
import type { Dashboard } from "#office/contract/admin.ts";
import { useMayUse } from "#ui/web/permissions.ts";
import { moneyText, readerLocale } from "#ui/web/figures.tsx";
import { LazyPart, lazyPart } from "#ui/web/lazy-part.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import type { BarSeries } from "./bar-chart.tsx";
import classes from "./dashboard.module.css";
import { t } from "#ui/web/i18n/messages.tsx";

const StackedBarChart = lazyPart(async () => (await import("./bar-chart.tsx")).StackedBarChart);

const chartHeight = "15rem";

/** A period: the figure of each series by its name, and the addresses of the lists behind them. */
type ChartRow = {
  readonly label: string;
  readonly figures: Readonly<Record<string, number>>;
  readonly lists: Readonly<Record<string, string>>;
};

function Legend(props: { series: readonly BarSeries[] }) {
  if (props.series.length < 2) return null;
  return (
    <ul className={classes["legend"]} aria-hidden="true">
      {props.series.map(({ name, label }, index) => (
        <li key={name}>
          <span
            className={classes["swatch"]}
            style={{ background: index === 0 ? "var(--first)" : "var(--second)" }}
          />
          <span>{label}</span>
        </li>
      ))}
    </ul>
  );
}

type FiguresTableProps = {
  caption: string;
  /** Whether the figures link to their lists. */
  isLinked: boolean;
  head: string;
  rows: readonly ChartRow[];
  series: readonly BarSeries[];
  valueText: (value: number) => string;
};

function FiguresTable(props: FiguresTableProps) {
  return (
    <table className="figures">
      <caption className="visually-hidden">{props.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{props.head}</th>
          {props.series.map(({ name, label }) => (
            <th key={name} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.rows.map((row) => (
          <tr key={row.label}>
            <td>{row.label}</td>
            {props.series.map(({ name }) => (
              <td key={name}>
                {props.isLinked ? (
                  <Anchor component={Link} inherit to={row.lists[name] ?? ""}>
                    {props.valueText(row.figures[name] ?? 0)}
                  </Anchor>
                ) : (
                  props.valueText(row.figures[name] ?? 0)
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The chart's figures for those who cannot see it; rendered only when opened. */
function AsTable(props: FiguresTableProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className={classes["asTable"]}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{t("admin-dashboard.showAsTable")}</summary>
      {isOpen ? <FiguresTable {...props} /> : null}
    </details>
  );
}

function ChartCard(props: {
  title: string;
  description: string;
  isLinked: boolean;
  head: string;
  rows: readonly ChartRow[] | undefined;
  series: readonly BarSeries[];
  valueText: (value: number) => string;
  tickText?: (value: number) => string;
  /** Instead of a chart without a bar. */
  empty: string;
}) {
  const { title, rows, series } = props;
  // Drawing a chart takes longer than the rest of the page, which is shown first.
  const isChartDrawn = useDeferredValue(true, false);
  if (rows?.every(({ figures }) => Object.values(figures).every((figure) => figure === 0)) === true)
    return (
      <SectionCard title={title} description={props.description}>
        <Text size="sm" c="dimmed">
          {props.empty}
        </Text>
      </SectionCard>
    );
  const placeholder = <Skeleton h={chartHeight} />;
  return (
    <SectionCard title={title} description={props.description}>
      {rows ? (
        <>
          <Legend series={series} />
          {isChartDrawn ? (
            <LazyPart fallback={placeholder}>
              <StackedBarChart
                rows={rows.map(({ label, figures }) => ({ ...figures, label }))}
                series={series}
                valueText={props.tickText ?? props.valueText}
              />
            </LazyPart>
          ) : (
            placeholder
          )}
          <AsTable
            caption={title}
            isLinked={props.isLinked}
            head={props.head}
            rows={rows}
            series={series}
            valueText={props.valueText}
          />
        </>
      ) : (
        placeholder
      )}
    </SectionCard>
  );
}

function packageSeries(): BarSeries[] {
  return [
    { name: "delivered", label: t("admin-dashboard.delivered") },
    { name: "others", label: t("admin-dashboard.notDelivered") },
  ];
}

function revenueSeries(): BarSeries[] {
  return [{ name: "amountCents", label: t("admin-dashboard.planPayments") }];
}

/** Created once per chart, because creating a format is slower than using it for a year of days. */
function dayFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(readerLocale(), { ...options, timeZone: "UTC" });
}

function countText(value: number): string {
  return value.toLocaleString(readerLocale());
}

/** Without cents, for the axis of a chart. */
function roundMoneyText(amountCents: number): string {
  return (amountCents / 100).toLocaleString(readerLocale(), {
    style: "currency",
    currency: "USD",
    maximumFractionDigits: 0,
  });
}

/** The charts that the reader may see, or placeholders of the same size while `dashboard` is undefined. */
export function ChartCards(props: { dashboard: Dashboard | undefined }) {
  const { weeks, months } = props.dashboard ?? {};
  const seesShipments = useMayUse("shipments");
  const seesMoney = useMayUse("money");
  const weekFormat = dayFormat({ month: "short", day: "numeric" });
  const monthFormat = dayFormat({ month: "short", year: "numeric" });
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <ChartCard
        title={t("admin-dashboard.packagesByWeek")}
        description={t("admin-dashboard.packagesByWeekHint")}
        isLinked={seesShipments}
        head={t("admin-dashboard.weekOf")}
        series={packageSeries()}
        valueText={countText}
        empty={t("admin-dashboard.noPackagesByWeek")}
        rows={weeks?.map(({ startsOn, registered, delivered }) => ({
          label: weekFormat.format(new Date(startsOn)),
          figures: { delivered, others: registered - delivered },
          lists: {
            delivered: `/admin/dashboard/shipments?week=${startsOn}&tab=delivered`,
            others: `/admin/dashboard/shipments?week=${startsOn}&tab=active`,
          },
        }))}
      />
      {seesMoney ? (
        <ChartCard
          title={t("admin-dashboard.revenueByMonth")}
          description={t("admin-dashboard.revenueByMonthHint")}
          isLinked
          head={t("admin-dashboard.month")}
          series={revenueSeries()}
          valueText={moneyText}
          tickText={roundMoneyText}
          empty={t("admin-dashboard.noRevenueByMonth")}
          rows={months?.map(({ startsOn, amountCents }) => ({
            label: monthFormat.format(new Date(startsOn)),
            figures: { amountCents },
            lists: { amountCents: `/admin/dashboard/plan-payments?month=${startsOn.slice(0, 7)}` },
          }))}
        />
      ) : null}{" "}
    </SimpleGrid>
  );
}
