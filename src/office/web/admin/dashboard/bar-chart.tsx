import { BarChart } from "@mantine/charts";
import "@mantine/charts/styles.layer.css";
import classes from "./dashboard.module.css";

export type BarSeries = { readonly name: string; readonly label: string };

/** `rows` hold a `label` and a number for each of `series`, which are stacked in their order. */
export function StackedBarChart(props: {
  rows: readonly Record<string, string | number>[];
  series: readonly BarSeries[];
  valueText: (value: number) => string;
}) {
  const colors = ["var(--first)", "var(--second)"];
  return (
    <div className={classes["chart"]} aria-hidden="true">
      <BarChart
        h="100%"
        data={[...props.rows]}
        dataKey="label"
        type="stacked"
        series={props.series.map((series, index) => ({
          ...series,
          color: colors[index] ?? "var(--first)",
        }))}
        valueFormatter={props.valueText}
        tickLine="none"
        gridAxis="x"
        maxBarWidth={34}
        barProps={{ isAnimationActive: false, tabIndex: -1 }}
        barChartProps={{
          accessibilityLayer: false,
          margin: { top: 8, right: 4, bottom: 0, left: 4 },
        }}
        yAxisProps={{ width: "auto", allowDecimals: false }}
        tooltipAnimationDuration={0}
      />
    </div>
  );
}
